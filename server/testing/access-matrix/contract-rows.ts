import { z } from 'zod'
import { staffRoles } from '#contract/roles.ts'
import type { ContractRoute } from '#server/http/openapi.ts'

/** Whether the input of a route contains the id of a row, in the path or elsewhere. */
export function namesRow({ procedure }: ContractRoute): boolean {
  const schema = procedure['~orpc'].inputSchema
  if (!(schema instanceof z.ZodType)) return false
  return JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"format":"uuid"')
}

/** Whether only staff may call a route. */
export function isStaffOnly({ access }: ContractRoute): boolean {
  return typeof access !== 'string' && access.every((role) => staffRoles.some((staff) => staff === role))
}

/** Whether staff change a row with this route. */
export function isStaffAction(route: ContractRoute): boolean {
  return isStaffOnly(route) && route.method !== 'GET' && namesRow(route)
}
