/** The session client adds this param to the return address, so that each attempt finds its verifier. */
const flowParam = 'sb_flow_id'
const failureParams = ['error', 'error_code', 'error_description']

export type SocialReturn =
  | { kind: 'code'; code: string; flowId: string }
  | { kind: 'failure'; errorCode: string; message: string; flowId: string | undefined }
  /** The return has no code: the identity was added to the signed-in account. */
  | { kind: 'nothing'; flowId: string }

type Address = { pathname: string; search: string }

/** Undefined for any other address: a page's own `code` param is not touched. */
export function readSocialReturn({ search }: Pick<Address, 'search'>): SocialReturn | undefined {
  const query = new URLSearchParams(search)
  const flowId = query.get(flowParam) ?? undefined
  const errorCode = query.get('error_code') ?? ''
  const message = query.get('error_description') ?? ''
  // A failed mailed link has its error only in the fragment.
  if (query.has('error') && (errorCode || message)) return { kind: 'failure', errorCode, message, flowId }
  if (flowId === undefined) return undefined
  const code = query.get('code')
  return code ? { kind: 'code', code, flowId } : { kind: 'nothing', flowId }
}

/** The page's address without the params of the return. Its fragment is removed, because providers leave theirs. */
export function withoutSocialReturn({ pathname, search }: Address): string {
  const query = new URLSearchParams(search)
  if (query.has(flowParam)) query.delete('code')
  for (const name of [flowParam, ...failureParams]) query.delete(name)
  return pathname + (query.size > 0 ? `?${query}` : '')
}
