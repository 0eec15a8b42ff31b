import { type ContractRouter, isContractProcedure } from '@orpc/contract'
import type { Plugin } from 'vite'

/** The browser needs the contract's methods and paths, not its schemas: one kilobyte instead of all schemas and zod. */
export function browserContract(): Plugin {
  const name = 'virtual:contract'
  return {
    name: 'senda:contract',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { contract } = await import('../contract/contract.ts')
      return `export const routes = ${JSON.stringify(methodsAndPaths(contract))}`
    },
  }
}

/** `web/platform/api-client.ts` knows no other part of a route, so a route that needs another one fails here. */
function methodsAndPaths(contract: ContractRouter<object>): object | string {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, methodsAndPaths(part)]))
  }
  const { method, path, inputStructure, outputStructure } = contract['~orpc'].route
  if (!method || !path || inputStructure || outputStructure)
    throw new Error(`the browser's API client cannot call ${method} ${path}`)
  return `${method} ${path}`
}
