declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract'
  /** Methods and paths alone, made from contract/contract.ts at build time. */
  export const contract: AnyContractRouter
}
