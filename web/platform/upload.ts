import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/contract.ts'
import { minuteMs } from '#web/platform/durations.ts'

import { routeOf } from './api-client.ts'
import { errorFromBody } from './api-error.ts'
import { isFiles, readFiles } from './read-files.ts'
import { accessToken } from './session.ts'

type Inputs = InferContractRouterInputs<Contract>
type Outputs = InferContractRouterOutputs<Contract>

/** Without progress for this long the connection is lost, even if the browser does not notice. */
const stallTimeoutMs = 30_000
/** Everything is sent, and the server is still working. */
const responseTimeoutMs = minuteMs

/**
 * Calls a route of the contract like the API client, and reports upload progress, which fetch cannot.
 * Throws what the client throws, for errorCode and errorMessage.
 */
export async function upload<Noun extends keyof Inputs, Verb extends keyof Inputs[Noun] & string>(call: {
  noun: Noun
  verb: Verb
  input: Inputs[Noun][Verb]
  /** The progress is from 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}): Promise<Outputs[Noun][Verb & keyof Outputs[Noun]]> {
  const { method, path } = routeOf(call.noun, call.verb)
  const { address, body } = asForm({ path, input: await readFiles(call.input as Record<string, unknown>) })
  const token = await accessToken()
  call.signal?.throwIfAborted()
  return (await send({ ...call, method, address, body, token })) as never
}

/** Path params go into the path, the rest into the form, where several files of one field have its name. */
export function asForm({ path, input }: { path: string; input: Record<string, unknown> }): {
  address: string
  body: FormData
} {
  let address = path
  const body = new FormData()
  for (const [name, value] of Object.entries(input)) {
    const place = `{${name}}`
    if (address.includes(place)) address = address.replace(place, encodeURIComponent(text(value)))
    else if (isFiles(value)) for (const file of value) body.append(name, file, file.name)
    else if (value instanceof File) body.append(name, value, value.name)
    else if (value !== undefined) body.append(name, text(value))
  }
  return { address, body }
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function send({
  signal,
  onProgress,
  method,
  address,
  token,
  body,
}: {
  method: string
  address: string
  body: FormData
  token: string | undefined
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const rejectWithTimeout = () => end(() => reject(new DOMException('the upload times out', 'TimeoutError')))
    const abort = () => end(() => reject(new DOMException('aborted', 'AbortError')))

    function wait(milliseconds: number) {
      clearTimeout(timer)
      timer = setTimeout(rejectWithTimeout, milliseconds)
    }
    function end(settle: () => void) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
      // Has no effect on a request with a response.
      request.abort()
    }

    request.upload.onprogress = ({ loaded, total }) => {
      wait(stallTimeoutMs)
      if (total > 0) onProgress?.(Math.floor((loaded / total) * 100))
    }
    request.upload.onload = () => wait(responseTimeoutMs)
    request.onload = () =>
      end(() => settleWith({ status: request.status, text: request.responseText, resolve, reject }))
    // The error that fetch throws without a response.
    request.onerror = () => end(() => reject(new TypeError('Failed to fetch')))
    signal?.addEventListener('abort', abort)

    request.open(method, address)
    request.setRequestHeader('accept', 'application/json')
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    wait(stallTimeoutMs)
    request.send(body)
  })
}

function settleWith({
  text,
  status,
  resolve,
  reject,
}: {
  status: number
  text: string
  resolve: (body: unknown) => void
  reject: (error: Error) => void
}): void {
  const body = parseJson(text)
  if (status >= 200 && status < 300 && body !== undefined) resolve(body)
  else reject(errorFromBody(body) ?? new Error(`unexpected response: ${status}`))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
