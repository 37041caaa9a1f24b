type FoldFacts = { fold_characters: number | null; fold_lines: number }

/** What a feed shows of a text before “… more”. Null: all of it. */
export const foldOf = ({ fold_characters, fold_lines }: FoldFacts): { characters: number; lines: number } | null =>
  fold_characters === null ? null : { characters: fold_characters, lines: fold_lines }
