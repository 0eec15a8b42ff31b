import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import { type FileField, fileFields, type RegistrationFiles, type RegistrationValues } from './registration-values.ts'

type Texts = Partial<Record<FileField, string>>

export type FilesOfStep = {
  chosen: RegistrationFiles
  lost: Texts
  errors: Texts
  choose<Field extends FileField>(field: Field, file: RegistrationFiles[Field]): void
}

/** The files exist only in this page, because a browser does not return them after a reload. The form stores their names. */
export function useChosenFiles(form: UseFormReturn<RegistrationValues>) {
  const [chosen, setChosen] = useState<RegistrationFiles>({})
  const [errors, setErrors] = useState<Texts>({})
  const names = useWatch({ control: form.control, name: 'files' })
  const lost = Object.fromEntries(
    fileFields.filter((field) => names[field] && !chosen[field]).map((field) => [field, names[field]]),
  ) as Texts

  function choose<Field extends FileField>(field: Field, file: RegistrationFiles[Field]) {
    const [first] = [file].flat()
    setChosen({ ...chosen, [field]: first && file })
    setErrors({ ...errors, [field]: undefined })
    form.setValue(`files.${field as FileField}`, first?.name)
  }

  return { chosen, lost, errors, choose, setErrors }
}

/** The message beside the field of a file that a reload has lost. */
export function chooseAgain(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : `Vuelve a elegir «${name}»: al recargar la página se pierden los archivos, aunque no lo que escribiste.`
}
