import { foldText } from './folded-text.ts'

/**
 * A centre in a sentence. `professionalName`: who attends; undefined when several do, and none was chosen. `worksAlone`: one person
 * works there alone (server/features/centers/repository/works-alone.ts).
 */
export type NamedCenter = { centerName: string; worksAlone: boolean; professionalName: string | undefined }

/** Who works alone under their own name, as «Consultorio Ana Pérez», is named once in a sentence. */
export function hasOneName({ centerName, worksAlone, professionalName }: NamedCenter): boolean {
  return worksAlone && professionalName !== undefined && isNamedAfter(centerName, professionalName)
}

/** Whether the centre's name contains the professional's, so that naming both would repeat it. */
export function isNamedAfter(centerName: string, professionalName: string): boolean {
  return foldText(centerName).includes(foldText(professionalName))
}

/** «en Centro Rambla»; «con Ana Pérez» for who works alone. */
export function atCenter(center: NamedCenter): string {
  return hasOneName(center) ? `con ${center.professionalName}` : `en ${center.centerName}`
}

/** «con Ana Pérez, en Centro Rambla»; «con Ana Pérez» for who works alone. */
export function withProfessional(center: NamedCenter & { professionalName: string }): string {
  const { centerName, professionalName } = center
  return hasOneName(center) ? `con ${professionalName}` : `con ${professionalName}, en ${centerName}`
}

/** A line of its own: «Ana Pérez, Centro Rambla»; «Ana Pérez» for who works alone. */
export function whoAndWhere(center: NamedCenter & { professionalName: string }): string {
  const { centerName, professionalName } = center
  return hasOneName(center) ? professionalName : `${professionalName}, ${centerName}`
}
