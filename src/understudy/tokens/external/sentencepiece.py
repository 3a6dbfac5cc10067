"""The tokenizers of SentencePiece: `spm(PATH)` with a model of the caller, `flores200` and others with a known one."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from understudy.errors import FormatError, SettingError
from understudy.tokens.external.segmenter import Segmenter, needing

# Where sacrebleu keeps the models that have a name, and where they come from. It pins no checksums.
MODELS = {
    "flores101": "https://dl.fbaipublicfiles.com/fairseq/models/flores/sacrebleu_tokenizer_spm.model",
    "flores200": "https://tinyurl.com/flores200sacrebleuspm",
    "spBLEU-1K": "https://www.dlnlp.ai/spBLEU-1K/spbleu-1k_tokenizer_spm.model",
}


def load_known(name: str) -> Segmenter:
    """Load one of sacrebleu's models from where sacrebleu keeps it; nothing is downloaded.

    >>> import os, tempfile
    >>> os.environ["SACREBLEU"] = tempfile.mkdtemp()
    >>> load_known("flores200")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    understudy.errors.SettingError: tokenizer flores200 needs the model ...
    >>> del os.environ["SACREBLEU"]
    """
    address = MODELS[name]
    folder = Path(os.environ.get("SACREBLEU") or Path("~/.sacrebleu").expanduser())
    path = folder / "models" / address.rpartition("/")[2]
    if not path.exists():
        raise SettingError(
            f"tokenizer {name} needs the model {str(path)!r}, which isn't there, and nothing is downloaded;"
            f" put the file from {address} there, or give the path of a model as tokenizer=spm(PATH)"
        )
    return load_pieces(str(path))


def load_pieces(path: str) -> Segmenter:
    """Load a model of SentencePiece; its version is the beginning of its SHA-256.

    >>> load_pieces("no.model")
    Traceback (most recent call last):
    understudy.errors.SettingError: the SentencePiece model 'no.model' can't be read: No such file or directory
    """
    if "," in path or not path.isprintable():
        raise SettingError(
            f"the path of a SentencePiece model can't hold a comma or control characters, because it is part of the"
            f" signature; got {path!r}; give the file another name"
        )
    return _loaded(os.path.abspath(Path(path).expanduser()), path)  # noqa: PTH100 (a link is a name of its own)


@cache
def _loaded(absolute: str, path: str) -> Segmenter:
    if Path(absolute).is_fifo() or Path(absolute).is_char_device():  # nobody may ever write to a pipe
        raise SettingError(f"the SentencePiece model {path!r} is a pipe or a device; name a file")
    try:
        model = Path(absolute).read_bytes()
    except OSError as error:
        raise SettingError(f"the SentencePiece model {path!r} can't be read: {error.strerror}") from None
    with needing(f"spm({path})", "sentencepiece", "spm"):
        from sentencepiece import SentencePieceProcessor
    processor = SentencePieceProcessor()
    try:
        processor.LoadFromSerializedProto(model)
    except RuntimeError:
        raise FormatError(f"{path!r} is no SentencePiece model; give the .model file that its trainer wrote") from None

    def split(text: str) -> list[str]:
        return " ".join(processor.EncodeAsPieces(text.rstrip())).split()  # as sacrebleu does

    return Segmenter(split, hashlib.sha256(model).hexdigest()[:8])
