import type { AnyContractProcedure, OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'

import { brand } from '#contract/brand.ts'
import { contract } from '#contract/contract.ts'
import type { Access, RouteMeta } from '#contract/route.ts'

export type ContractRoute = {
  /** The name is like `centers.get`. */
  name: string
  noun: string
  method: string
  path: string
  summary: string
  access: Access
  procedure: AnyContractProcedure
}

export function listRoutes(): ContractRoute[] {
  const routes: ContractRoute[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { route, meta } = procedure['~orpc']
    routes.push({
      name: path.join('.'),
      noun: path[0] ?? '',
      method: route.method ?? 'POST',
      path: route.path ?? '/',
      summary: route.summary ?? '',
      access: (meta as RouteMeta).access,
      procedure,
    })
  })
  return routes
}

export function accessInWords(access: Access): string {
  if (access === 'public') return 'Pública'
  if (access === 'signedIn') return 'Con sesión iniciada'
  if (access === 'registering') return 'Con sesión iniciada, también con el registro a medias'
  return `Con sesión y uno de estos roles: ${access.join(', ')}`
}

export async function generateOpenApi({ publicUrl }: { publicUrl: string }): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: {
      title: `${brand.name}: API`,
      version: '1',
      description:
        'Los errores llegan como { code, message, data, requestId }: code no cambia, message se le puede mostrar a una persona.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'El access_token de /auth/v1.' },
      },
    },
  })
  for (const route of listRoutes()) {
    const item: OpenAPI.PathItemObject | undefined = document.paths?.[route.path.replaceAll('{+', '{')]
    const operation = item?.[route.method.toLowerCase() as 'get']
    if (!operation) continue
    const codes = Object.keys(route.procedure['~orpc'].errorMap)
    operation.description = [
      operation.description,
      `Acceso: ${accessInWords(route.access)}.`,
      `Errores: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    ]
      .filter(Boolean)
      .join('\n\n')
    operation.security = route.access === 'public' ? [] : [{ session: [] }]
  }
  return document
}
