import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import type { Plugin } from 'vite'

/** The parts of a route that the browser's API client reads; only the server uses the rest and the schemas. */
const routeParts = ['method', 'path', 'inputStructure', 'outputStructure'] as const

/** The browser needs the contract's methods and paths, not its schemas: a few hundred bytes instead of all schemas and zod. */
export function browserContract(): Plugin {
  const name = 'virtual:contract'
  return {
    name: 'senda:contract',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const { contract } = await import('../contract/contract.ts')
      return `export const contract = ${JSON.stringify(routesAlone(contract))}`
    },
  }
}

function routesAlone(contract: AnyContractRouter): object {
  if (isContractProcedure(contract)) {
    const { route } = contract['~orpc']
    return {
      '~orpc': { errorMap: {}, meta: {}, route: Object.fromEntries(routeParts.map((part) => [part, route[part]])) },
    }
  }
  return Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, routesAlone(part)]))
}
