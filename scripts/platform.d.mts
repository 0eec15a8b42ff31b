// The types of platform.mjs, which stays JavaScript because it runs before the packages are installed.
type Platform = { platform: string; arch: string; isMusl: boolean }
type Machine = Platform & { version: string }

export function readMachine(): Machine
export function hasOwnNode(machine: Pick<Machine, 'version'>): boolean
export function findNodePackage(platform: Platform): { name: string; file: string } | undefined
export function sayMissingNode(machine: Machine, options?: { mayInstall?: boolean }): string | undefined
export function sayMissingPostgres(platform: Platform, input: { hasDatabaseUrl: boolean }): string | undefined
export function hasEmbeddedPostgres(platform: Platform): boolean
export function namesDatabase(input: { env: NodeJS.ProcessEnv; file: string }): boolean
export function npmCommand(input: { platform: string; env: NodeJS.ProcessEnv; node: string }): {
  command: string
  first: string[]
  shell?: true
}
