/** Written by the session client into the way back, so that each attempt finds what it left behind. */
const flowParam = 'sb_flow_id'
const failureParams = ['error', 'error_code', 'error_description']

/** What the address of a page says about somebody who comes back from another provider. */
export type SocialReturn =
  | { kind: 'code'; code: string; flowId: string }
  | { kind: 'failure'; errorCode: string; message: string; flowId: string | undefined }
  /** Nothing to take along: the identity was added to the account that is open. */
  | { kind: 'nothing'; flowId: string }

type Address = { pathname: string; search: string }

/** Undefined for any other address: a `code` that a page has for itself stays that page's. */
export function readSocialReturn({ search }: Pick<Address, 'search'>): SocialReturn | undefined {
  const query = new URLSearchParams(search)
  const flowId = query.get(flowParam) ?? undefined
  const errorCode = query.get('error_code') ?? ''
  const message = query.get('error_description') ?? ''
  // A mailed link that failed says so in the fragment alone.
  if (query.has('error') && (errorCode || message)) return { kind: 'failure', errorCode, message, flowId }
  if (flowId === undefined) return undefined
  const code = query.get('code')
  return code ? { kind: 'code', code, flowId } : { kind: 'nothing', flowId }
}

/** The same page's address without the traces of the way back. Nothing in its fragment is ours: providers leave theirs. */
export function withoutSocialReturn({ pathname, search }: Address): string {
  const query = new URLSearchParams(search)
  if (query.has(flowParam)) query.delete('code')
  for (const name of [flowParam, ...failureParams]) query.delete(name)
  return pathname + (query.size > 0 ? `?${query}` : '')
}
