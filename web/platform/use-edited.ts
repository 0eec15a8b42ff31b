import { useEffect, useEffectEvent, useState } from 'react'
import { isChangedMeanwhile } from './error-message.ts'

type Edited<Thing> = {
  /** The thing as the form shows it, with the version that its write carries. */
  seen: Thing
  /** Notes that another person changed the thing first. @returns false for any other error */
  noteRefusal: (error: unknown) => boolean
  /** Called after a write, when the form stays open. */
  noteSaved: (saved: Thing) => void
  /** A write was refused: the form offers to show what is stored now. */
  isStale: boolean
  showNew: () => void
}

/**
 * The version of what a form edits: that of the moment when it opened, however often `current` is refetched since. `fill` puts
 * the values of the new version into the fields that the user has not touched.
 */
export function useEdited<Thing extends { version: string } | undefined>(
  current: Thing,
  fill: (now: Thing, before: Thing) => void,
): Edited<Thing> {
  const [seen, setSeen] = useState(current)
  const [isStale, setStale] = useState(false)
  const [isAwaited, setAwaited] = useState(false)
  const isSame = current?.version === seen?.version

  function show() {
    setAwaited(isSame)
    setStale(false)
    setSeen(current)
    fill(current, seen)
  }
  // The button may be pressed before the new version has arrived.
  const showArrived = useEffectEvent(show)
  useEffect(() => {
    if (isAwaited && !isSame) showArrived()
  }, [isAwaited, isSame])

  return {
    seen,
    noteRefusal(error) {
      if (!isChangedMeanwhile(error)) return false
      setStale(true)
      return true
    },
    noteSaved: setSeen,
    isStale,
    showNew: show,
  }
}

/** Typed values once another version is shown: what the user has typed, and the new version's values elsewhere. */
export function keepTyped<Values extends object>({
  typed,
  before,
  after,
}: {
  typed: Values
  before: Values
  after: Values
}): Values {
  const names = Object.keys(after) as (keyof Values)[]
  return {
    ...after,
    ...Object.fromEntries(names.flatMap((name) => (typed[name] === before[name] ? [] : [[name, typed[name]]]))),
  }
}

/** The row of a dialog as its list has it now: a dialog's own copy is as old as the press that opened it. */
export function latestOf<Row extends { id: string }>(rows: readonly Row[], row: Row | undefined): Row | undefined {
  return row && (rows.find(({ id }) => id === row.id) ?? row)
}
