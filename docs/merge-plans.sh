#!/bin/sh
# Merges a commit into the current branch where git has no merge driver, as on hosting sites:
#
#   sh merge-plans.sh <commit>
#
# Conflicts in plans are merged by task, and the merge is committed. Nothing changes if git merges everything by itself (exit
# code 0), and if something else is in conflict, or the two sides of a plan contradict each other (exit code 1). PLANS names
# another plans directory. It runs nothing that the commits contain.
set -eu
plans=${PLANS:-.long-term-plan}
cd "$(git rev-parse --show-toplevel)"

if git merge --quiet --no-commit --no-ff "$1"; then
  if git rev-parse --quiet --verify MERGE_HEAD >/dev/null; then git merge --abort; fi
  echo 'Git merges everything by itself.'
  exit 0
fi
# Without it there is no conflict: git has said what is wrong.
git rev-parse --quiet --verify MERGE_HEAD >/dev/null || exit 1

in_conflict() {
  git -c core.quotePath=false diff --name-only --diff-filter=U -- "$@"
}

in_conflict ":(glob)**/$plans/*.md" | while IFS= read -r plan; do
  if ltp merge --from-index "$plan" --format text </dev/null; then git add -- "$plan"; fi
done

if [ -n "$(in_conflict .)" ]; then
  echo 'Not merged, because these are in conflict:' >&2
  in_conflict . >&2
  git merge --abort
  exit 1
fi
git commit --quiet --no-edit
