import { type ContractRouter, isContractProcedure } from '@orpc/contract'
import type { Plugin } from 'vite'

import type { RouteMeta } from '../../contract/route.ts'

/** The browser needs the contract's methods, paths and changes, not its schemas: two kilobytes instead of all schemas and zod. */
export function browserContract(): Plugin {
  const name = 'virtual:contract'
  return {
    name: 'senda:contract',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { contract } = await import('../../contract/contract.ts')
      return `export const routes = ${JSON.stringify(declarations(contract))}`
    },
  }
}

/** `web/platform/api-client.ts` knows no other part of a route, so a route that needs another one fails here. */
function declarations(contract: ContractRouter<object>): object | string {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, declarations(part)]))
  }
  const { method, path, inputStructure, outputStructure } = contract['~orpc'].route
  const { changes, returns } = contract['~orpc'].meta as RouteMeta
  if (!method || !path || inputStructure || outputStructure)
    throw new Error(`the browser's API client cannot call ${method} ${path}`)
  return [method, path, ...(returns === undefined ? [] : [`=${returns}`]), ...changes].join(' ')
}
