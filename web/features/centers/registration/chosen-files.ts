import { useState } from 'react'

import type { FileField, RegistrationFiles } from './registration-values.ts'

type Names = Partial<Record<FileField, string>>

export type FilesOfStep = {
  chosen: RegistrationFiles
  /** Names of those that a reload has lost. */
  lost: Names
  errors: Names
  choose(field: FileField, file: File | undefined): void
}

/** The files live in this page alone: a browser gives them to nobody a second time. */
export function useChosenFiles(onNames: (names: Names) => void) {
  const [chosen, setChosen] = useState<RegistrationFiles>({})
  const [lost, setLost] = useState<Names>({})
  const [errors, setErrors] = useState<Names>({})

  function choose(field: FileField, file: File | undefined) {
    const { [field]: _replaced, ...others } = chosen
    const { [field]: _found, ...stillLost } = lost
    const { [field]: _mended, ...otherErrors } = errors
    const next = file ? { ...others, [field]: file } : others
    setChosen(next)
    setLost(stillLost)
    setErrors(otherErrors)
    onNames({ ...stillLost, ...namesOf(next) })
  }

  return { chosen, lost, errors, choose, setLost, setErrors, names: { ...lost, ...namesOf(chosen) } }
}

function namesOf(files: RegistrationFiles): Names {
  return Object.fromEntries(Object.entries(files).map(([field, file]) => [field, file.name]))
}

/** What stands beside the field of a file that a reload has lost. */
export function chooseAgain(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : `Vuelve a elegir «${name}»: al recargar la página se pierden los archivos, aunque no lo que escribiste.`
}
