import type { RefusedField } from './error-message.ts'

/** Refused before it is sent, in the shape of the server's refusal of a field, so that a form shows it beside the file. */
class ChangedFile extends Error {
  readonly code = 'request.invalid'
  readonly status = 422
  readonly data: { fields: readonly RefusedField[] }

  constructor(path: string, cause: unknown) {
    super('El archivo cambió después de elegirlo. Elígelo de nuevo.', { cause })
    this.data = { fields: [{ path, message: this.message }] }
  }
}

/**
 * The input with its files read into memory. A browser that sends a file from the disk reports a lost connection when another
 * program has changed or removed it. @throws for such a file
 */
export async function readFiles<Input extends object>(input: Input): Promise<Input> {
  const read = Object.entries(input).map(async ([name, value]) => [
    name,
    isFiles(value)
      ? await Promise.all(value.map((file) => readFile(name, file)))
      : value instanceof File
        ? await readFile(name, value)
        : value,
  ])
  return Object.fromEntries(await Promise.all(read)) as Input
}

export function isFiles(value: unknown): value is readonly File[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => each instanceof File)
}

async function readFile(name: string, file: File): Promise<File> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new ChangedFile(name, cause)
  })
  // Some browsers read a changed file as far as it was when it was chosen.
  if (bytes.byteLength !== file.size) throw new ChangedFile(name, undefined)
  return new File([bytes], file.name, { type: file.type })
}
