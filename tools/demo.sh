#!/bin/sh
# demo.sh PROGRAM: the main job on the shipped examples, step by step; `make demo` runs it.
set -eu
understudy=$1
metrics="bleu nist wer meteor hlepor chrf ter"
systems="examples/medium.en examples/strong.en examples/weak.en"
references="-r examples/reference1.en -r examples/reference2.en"
page=build/demo.html
mkdir -p build

step() {
    printf '\n%s\n$ %s\n' "$1" "$understudy $2"
    eval "'$understudy' $2"
}

step "Three systems, seven metrics:" "score $systems $references -m $metrics"
step "Is the difference real, and do the metrics agree?" "compare $systems $references -m $metrics | head -n 3"
step "Why does a sentence get its score?" \
    'explain "the cat sat on mat" -r "the cat was on the mat" -m wer'
step "All of it, with every segment, in one page:" "report $systems $references -s examples/source.fr -m $metrics -o $page"

cat <<NEXT

Open $page in a browser. Then try it on files of your own, one segment per line:

  source ${understudy%/understudy}/activate   # once in each shell; or type $understudy for understudy
  understudy score SYS.txt -r REF.txt -m bleu chrf
  understudy compare BASELINE.txt NEW.txt -r REF.txt -m bleu chrf
  understudy --help
NEXT
