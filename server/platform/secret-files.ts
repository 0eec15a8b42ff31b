import { readFileSync, statSync } from 'node:fs'

import { secretVariables, type VariableName } from './settings-variables.ts'

/** A secret is a line or a key in PEM; a larger file was named by mistake. */
const secretFileMaxBytes = 64 * 1024

/** The secrets that NAME_FILE leads to. */
export function readSecretFiles(env: NodeJS.ProcessEnv) {
  const values: Partial<Record<VariableName, string>> = {}
  const problems: { variable: VariableName; message: string }[] = []
  for (const variable of secretVariables) {
    const file = env[`${variable}_FILE`]?.trim()
    if (!file) continue
    const { value, message } = env[variable]?.trim()
      ? { value: undefined, message: `is set beside ${variable}; only one of them can hold` }
      : readSecretFile(file)
    if (value === undefined) problems.push({ variable, message })
    else values[variable] = value
  }
  return { values, problems }
}

function readSecretFile(file: string): { value: string; message?: never } | { value: undefined; message: string } {
  try {
    const status = statSync(file)
    if (!status.isFile()) return { value: undefined, message: `${file} is no file` }
    if (status.size > secretFileMaxBytes) return { value: undefined, message: `${file} is too large for a secret` }
    const value = readFileSync(file, 'utf8').trim()
    return value === '' ? { value: undefined, message: `${file} is empty` } : { value }
  } catch (error) {
    return { value: undefined, message: `${file} cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
