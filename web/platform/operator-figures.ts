import { use } from 'react'
import { type FigureName, figures } from '#contract/claims.ts'
import { OperatorWords } from './operator-words.ts'

/** Those of these figures that the operator has entered. */
export function useFigures(names: readonly FigureName[]): { value: string; text: string }[] {
  const { figures: values } = use(OperatorWords)
  return names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ value, text: figures[name].text }]
  })
}
