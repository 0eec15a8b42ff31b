// The types of ask-to-install.mjs, which stays JavaScript because it runs before the packages are installed.
export function aptCommand(packages: readonly string[]): string
export function mayInstall(input: {
  packages: readonly string[]
  env?: NodeJS.ProcessEnv
  input?: NodeJS.ReadableStream & { isTTY?: boolean }
  output?: NodeJS.WritableStream & { isTTY?: boolean }
}): Promise<boolean>
