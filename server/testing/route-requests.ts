import type { ContractRoute } from '#server/http/openapi.ts'

type RouteRequest = {
  url: string
  route: ContractRoute
  /** The ids of the path, and the rest of the input. */
  input: Record<string, unknown>
  bearer: string | undefined
  /** The caller's network address, which the limits count. */
  address?: string
}

/** A list has a parameter for each of its values, as clients send it. */
function parametersOf([key, value]: [string, unknown]): [string, string][] {
  if (!Array.isArray(value)) return [[key, String(value)]]
  return value.map((each, n) => [`${key}[${n}]`, String(each)])
}

/** Calls a route of the contract over HTTP, as its client would. A response that is not JSON, such as a file, is not read. */
export async function requestRoute({
  url,
  route,
  input,
  bearer,
  address,
}: RouteRequest): Promise<{ status: number; body: unknown }> {
  const rest = { ...input }
  const path = route.path.replaceAll(/\{\+?(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const isGet = route.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(Object.entries(rest).flatMap(parametersOf))}` : ''
  const hasFile = Object.values(rest).some((value) => value instanceof File)
  const response = await fetch(`${url}${path}${query}`, {
    method: route.method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
      ...(!hasFile && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: hasFile ? formOf(rest) : JSON.stringify(rest) }),
  })
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return { status: response.status, body: await response.json() }
  }
  // A live stream would not end.
  await response.body?.cancel()
  return { status: response.status, body: undefined }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof File ? value : String(value))
  return form
}
