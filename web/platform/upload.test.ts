import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('virtual:contract', () => ({
  routes: { centers: { register: 'POST /api/v1/centers' } },
}))

import { openTab } from '#web/testing/tab.ts'
import { errorCode, errorMessage, refusedFields } from './error-message.ts'
import { asForm, upload } from './upload.ts'

/** The part of XMLHttpRequest that `upload` uses. The test plays the network. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  responseText = ''
  opened: unknown[] = []
  body?: FormData
  aborted = false
  constructor() {
    FakeRequest.last = this
  }
  open(...to: unknown[]) {
    this.opened = to
  }
  setRequestHeader() {}
  send(body: FormData) {
    this.body = body
  }
  abort() {
    this.aborted = true
  }
  respond(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.onload?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  openTab('/register-center')
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function start(
  input: { onProgress?: (percent: number) => void; signal?: AbortSignal; certification?: File } = {},
) {
  const { certification, ...options } = input
  const form = { form: '{}', ...(certification && { certification }) }
  const sent = upload({ noun: 'centers', verb: 'register', input: form, ...options })
  sent.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { sent, request: FakeRequest.last }
}

test('an upload reports its progress and returns the response', async () => {
  const percentages: number[] = []
  const { sent, request } = await start({ onProgress: (percent) => percentages.push(percent) })
  expect(request.opened).toEqual(['POST', '/api/v1/centers'])
  request.upload.onprogress?.({ loaded: 0, total: 3 })
  request.upload.onprogress?.({ loaded: 2, total: 3 })
  request.upload.onprogress?.({ loaded: 3, total: 3 })
  request.respond(201, '{"centerId":"c","needsConfirmation":false}')
  await expect(sent).resolves.toEqual({ centerId: 'c', needsConfirmation: false })
  expect(percentages).toEqual([0, 66, 100])
})

test("a refusal is the contract's error", async () => {
  const { sent, request } = await start()
  const body = { defined: true, code: 'files.not_a_pdf', status: 422, message: 'No es un PDF.', requestId: 'r' }
  request.respond(422, JSON.stringify({ ...body, data: { field: 'certification' } }))
  const error = await sent.catch((failure: unknown) => failure)
  expect([errorCode(error), errorMessage(error)]).toEqual(['files.not_a_pdf', 'No es un PDF.'])
})

test.each([
  ['a page of a proxy', 502, '<html>'],
  ['nothing', 200, ''],
])('%s in place of a response is a failure', async (_, status, text) => {
  const { sent, request } = await start()
  request.respond(status, text)
  await expect(sent).rejects.toThrow('unexpected response')
})

test('a lost connection is reported as one', async () => {
  const { sent, request } = await start()
  request.onerror?.()
  expect(errorMessage(await sent.catch((failure: unknown) => failure))).toMatch(/^No pudimos conectarnos/)
})

test('without progress the upload times out, and with progress it does not', async () => {
  const { sent, request } = await start()
  await vi.advanceTimersByTimeAsync(29_000)
  request.upload.onprogress?.({ loaded: 1, total: 3 })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(request.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(request.aborted).toBe(true)
})

test('after the last byte the server has a longer time limit', async () => {
  const { sent, request } = await start()
  request.upload.onload?.()
  await vi.advanceTimersByTimeAsync(59_000)
  request.respond(201, '{}')
  await expect(sent).resolves.toEqual({})
})

test('an upload can be aborted', async () => {
  const stop = new AbortController()
  const { sent, request } = await start({ signal: stop.signal })
  stop.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  expect(request.aborted).toBe(true)
})

test('path params go into the path, files and texts into the form, and undefined values nowhere', () => {
  const file = new File(['%PDF-'], 'título.pdf')
  const { address, body } = asForm({
    path: '/api/v1/centers/{centerId}/documents',
    input: { centerId: 'a/b', type: 'license', document: file, pages: [file, file], expiryDate: undefined },
  })
  expect(address).toBe('/api/v1/centers/a%2Fb/documents')
  expect([...body.keys()]).toEqual(['type', 'document', 'pages', 'pages'])
  expect(body.get('document')).toMatchObject({ name: 'título.pdf' })
})

test('a file is sent as it was read, whatever becomes of it afterwards', async () => {
  const certification = new File(['%PDF-'], 'título.pdf', { type: 'application/pdf' })
  await start({ certification })
  const sent = await vi.waitFor(() => {
    const file = FakeRequest.last.body?.get('certification')
    if (!(file instanceof File)) throw new Error('nothing was sent yet')
    return file
  })
  expect(sent).not.toBe(certification)
  expect([sent.name, sent.type, await sent.text()]).toEqual(['título.pdf', 'application/pdf', '%PDF-'])
})

test.each([
  ['can no longer be read', { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }],
  ['has become shorter', { arrayBuffer: () => Promise.resolve(new ArrayBuffer(2)) }],
])('a chosen file that %s is refused beside its field, and nothing is sent', async (_, changed) => {
  const before = FakeRequest.last
  const { sent, request } = await start({ certification: Object.assign(new File(['%PDF-'], 'título.pdf'), changed) })
  const error = await sent.catch((failure: unknown) => failure)
  const message = 'El archivo cambió después de elegirlo. Elígelo de nuevo.'
  expect(errorMessage(error)).toBe(message)
  expect(refusedFields(error)).toEqual([{ path: 'certification', message }])
  expect(request).toBe(before)
})
