"""All scores of captions of a data set like MS COCO."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from understudy.compat.pycocoevalcap.bleu.bleu import Bleu
from understudy.compat.pycocoevalcap.cider.cider import Cider
from understudy.compat.pycocoevalcap.meteor.meteor import Meteor
from understudy.compat.pycocoevalcap.rouge.rouge import Rouge
from understudy.compat.pycocoevalcap.spice.spice import REASON, Spice
from understudy.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from understudy.errors import InputError

__all__ = ["Bleu", "COCOEvalCap", "Cider", "Meteor", "PTBTokenizer", "Rouge", "Spice"]


class COCOEvalCap:
    """Bleu_1 to Bleu_4, METEOR, ROUGE_L and CIDEr: `.eval` of all images, `.imgToEval` of each.

    `coco` and `cocoRes` are COCO of pycocotools and what its `loadRes` gives, or anything else with `getImgIds()` and
    `imgToAnns`. `params["image_id"]` says which images are scored.
    """

    def __init__(self, coco: Any, cocoRes: Any) -> None:
        self.evalImgs: list[dict[str, Any]] = []
        self.eval: dict[str, Any] = {}
        self.imgToEval: dict[Any, dict[str, Any]] = {}
        self.coco = coco
        self.cocoRes = cocoRes
        self.params: dict[str, Any] = {"image_id": coco.getImgIds()}

    def evaluate(self) -> None:
        """Tokenize and score; prints what pycocoevalcap prints."""
        images = self.params["image_id"]
        for image in images:
            if not self.cocoRes.imgToAnns.get(image):
                raise InputError(
                    f"image {image!r} has no result; give one for each image, or set"
                    " params['image_id'] = cocoRes.getImgIds() to score only those that have one"
                )
        print("tokenization...")
        tokenizer = PTBTokenizer()
        gts = tokenizer.tokenize({image: self.coco.imgToAnns[image] for image in images})
        res = tokenizer.tokenize({image: self.cocoRes.imgToAnns[image] for image in images})
        print("setting up scorers...")
        scorers: list[tuple[Any, list[str]]] = [
            (Bleu(4), ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4"]),
            (Meteor(), ["METEOR"]),
            (Rouge(), ["ROUGE_L"]),
            (Cider(), ["CIDEr"]),
        ]
        for scorer, names in scorers:
            print(f"computing {scorer.method()} score...")
            score, scores = scorer.compute_score(gts, res)
            several = len(names) > 1
            parts = zip(score, scores, strict=True) if several else [(score, scores)]
            for (of_all, of_each), name in zip(parts, names, strict=True):
                self.setEval(of_all, name)
                self.setImgToEvalImgs(of_each, gts.keys(), name)
                print(f"{name}: {of_all:0.3f}")
        warnings.warn(REASON, stacklevel=2)
        self.setEvalImgs()

    def setEval(self, score: Any, method: str) -> None:
        """Keep a score of all images."""
        self.eval[method] = score

    def setImgToEvalImgs(self, scores: Iterable[Any], imgIds: Iterable[Any], method: str) -> None:
        """Keep a score of each image."""
        for image, score in zip(imgIds, scores, strict=True):
            self.imgToEval.setdefault(image, {"image_id": image})[method] = score

    def setEvalImgs(self) -> None:
        """List the scores of each image."""
        self.evalImgs = list(self.imgToEval.values())
