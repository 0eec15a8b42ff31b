import { useState } from 'react'
import { maxTargets } from '#contract/moderation.ts'
import type { ActionRow } from './offered-action.ts'

export type RowSelection<Row extends ActionRow> = {
  /** The chosen rows of the list. */
  chosen: readonly Row[]
  canChoose: (row: Row) => boolean
  isChosen: (row: ActionRow) => boolean
  choose: (row: ActionRow, isOn: boolean) => void
  areAllChosen: boolean
  chooseAll: (isOn: boolean) => void
  clear: () => void
}

/** The rows of a list that are chosen for an action. `canChoose`: the others have no box. */
export function useRowSelection<Row extends ActionRow>(
  rows: readonly Row[] = [],
  canChoose: (row: Row) => boolean = () => true,
): RowSelection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const choosable = rows.filter(canChoose)
  const most = choosable.slice(0, maxTargets)
  return {
    chosen: choosable.filter(({ id }) => ids.has(id)).slice(0, maxTargets),
    canChoose,
    isChosen: ({ id }) => ids.has(id),
    choose: ({ id }, isOn) =>
      setIds((before) => {
        const next = new Set(before)
        if (isOn) next.add(id)
        else next.delete(id)
        return next
      }),
    areAllChosen: most.length > 0 && most.every(({ id }) => ids.has(id)),
    chooseAll: (isOn) => setIds(new Set(isOn ? most.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}
