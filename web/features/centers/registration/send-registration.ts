import { legalVersions } from '#contract/brand.ts'
import { upload } from '#web/platform/upload.ts'

import type { RegistrationFiles, RegistrationValues } from './registration-values.ts'
import { stepSchemas } from './step-schemas.ts'

export async function sendRegistration({
  values,
  files: { certifications, ...files },
  captchaToken,
  onProgress,
  signal,
}: {
  values: RegistrationValues
  files: RegistrationFiles
  captchaToken: string | undefined
  onProgress: (percent: number) => void
  signal: AbortSignal
}) {
  return await upload({
    noun: 'centers',
    verb: 'register',
    input: {
      // What the visitor accepted, also when another version takes effect while the files are sent.
      form: JSON.stringify(toContract({ ...values, terms: { ...values.terms, versions: legalVersions } })),
      ...files,
      certifications: certifications && [...certifications],
      captchaToken,
    },
    onProgress,
    signal,
  })
}

/** The values as the contract's schemas return them: trimmed, prices in cents. Every step is valid by now. */
function toContract(values: RegistrationValues) {
  return Object.fromEntries(
    Object.entries(stepSchemas).map(([key, schema]) => [key, schema.parse(values[key as keyof RegistrationValues])]),
  )
}
