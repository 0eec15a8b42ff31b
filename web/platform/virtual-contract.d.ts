declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract'
  /** Only methods and paths, generated from contract/contract.ts at build time. */
  export const contract: AnyContractRouter
}
