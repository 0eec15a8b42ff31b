import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

/** Mercado Pago refused a request, or did not answer it. `status` 0: no answer. `codes`: its words for the refusal, in lower case. */
export class MercadoPagoError extends Error {
  override name = 'MercadoPagoError'
  readonly status: number
  readonly codes: readonly string[]

  constructor({ status, codes, path }: { status: number; codes: readonly string[]; path: string }) {
    super(`Mercado Pago answered ${status} to ${path}: ${codes.join(', ')}`)
    this.status = status
    this.codes = codes
  }
}

/** `key`: one for each business intent; the same key again returns the first answer. Only a GET has none. */
type Request = { path: string; token: string | undefined } & (
  | { method: 'GET'; key?: never; body?: never }
  | { method: 'POST'; key: string; body: object }
)

export type Client = <Output>(schema: z.ZodType<Output>, request: Request) => Promise<Output>

export type ClientOptions = {
  /** https://api.mercadopago.com, or that of a double. */
  api: string
  /** Waits between two attempts; a test does not wait. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** All attempts together, below the time limit of a call (`withTimeLimit`), so that no request goes on after its caller has given up. */
const allAttemptsMs = 9_000
const attempts = 4
const firstPauseMs = 500
const maxAnswerBytes = 2_000_000
/** A key that is being processed, a failed dependency, too many requests, and their own faults. */
const repeatable = new Set([0, 423, 424, 429, 500, 502, 503, 504])

/** Calls the API. A repeat carries the same idempotency key. @throws MercadoPagoError */
export function createClient({ api, sleep = (ms, signal) => wait(ms, undefined, { signal }) }: ClientOptions): Client {
  return async (schema, request) => {
    const signal = AbortSignal.timeout(allAttemptsMs)
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send({ api, request, signal })
      if (answer.status >= 200 && answer.status < 300) return schema.parse(parseJson(answer.text))
      const pauseMs = answer.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1)
      const mayRepeat =
        repeatable.has(answer.status) && attempt < attempts && !signal.aborted && pauseMs < allAttemptsMs
      if (!mayRepeat) throw new MercadoPagoError({ ...request, ...answer, codes: codesOf(answer.text) })
      await sleep(pauseMs, signal).catch(() => undefined)
    }
  }
}

type Answer = { status: number; text: string; retryAfterMs: number | undefined }
type Sending = { api: string; request: Request; signal: AbortSignal }

async function send({ api, request, signal }: Sending): Promise<Answer> {
  const { method, path, token, key, body } = request
  try {
    const headers = new Headers({ accept: 'application/json' })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (key !== undefined) headers.set('x-idempotency-key', key)
    if (body) headers.set('content-type', 'application/json')
    const response = await fetch(`${api}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      // A redirect would carry the seller's token to another address.
      redirect: 'error',
      signal,
    })
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retryAfterMs = seconds >= 0 && seconds < 3600 ? seconds * 1000 : undefined
    return { status: response.status, text: await readText(response), retryAfterMs }
  } catch (error) {
    return { status: 0, text: JSON.stringify({ error: errorName(error) }), retryAfterMs: undefined }
  }
}

/** The name of a system error is its code, such as ECONNREFUSED. */
function errorName(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : error instanceof Error ? error.name : 'unknown'
}

async function readText(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    text += decoder.decode(chunk.value, { stream: true })
    if (text.length > maxAnswerBytes) throw new Error('the answer is too long')
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const word = z.union([z.string(), z.number()]).transform((value) => String(value).toLowerCase().slice(0, 100))
const refusal = z.object({
  error: word.optional().catch(undefined),
  message: word.optional().catch(undefined),
  cause: z
    .array(z.object({ code: word.optional().catch(undefined), description: word.optional().catch(undefined) }))
    .catch([]),
})

function codesOf(text: string): string[] {
  const { data } = refusal.safeParse(parseJson(text))
  if (!data) return []
  return [data.error, data.message, ...data.cause.flatMap(({ code, description }) => [code, description])].filter(
    (code) => code !== undefined,
  )
}
