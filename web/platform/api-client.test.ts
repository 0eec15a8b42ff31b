import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('virtual:contract', () => ({
  routes: {
    centers: { get: 'GET /api/v1/centers/{centerId}', search: 'GET /api/v1/centers' },
    practice: { update: 'PATCH /api/v1/centers/{centerId}/profile', close: 'POST /api/v1/centers/{centerId}/close' },
    accounts: { changePicture: 'PUT /api/v1/me/picture', create: 'POST /api/v1/things' },
    live: { stream: 'GET /api/v1/live' },
  },
}))

import { callRoute, requestOf, routeOf } from './api-client.ts'
import { errorCode, errorMessage } from './error-message.ts'

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('location', { origin: 'http://senda' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

const request = (noun: string, verb: string, input?: object) => requestOf({ route: routeOf(noun, verb), input })

test('a path parameter is encoded into the path, and the rest of a GET into its query', () => {
  expect(request('centers', 'get', { centerId: 'a/b' }).url).toBe('/api/v1/centers/a%2Fb')
  const { url } = request('centers', 'search', {
    q: 'dolor & más',
    specialties: ['reiki', 'otro'],
    page: 2,
    near: undefined,
  })
  expect([...new URL(url, 'http://senda').searchParams]).toEqual([
    ['q', 'dolor & más'],
    ['specialties[0]', 'reiki'],
    ['specialties[1]', 'otro'],
    ['page', '2'],
  ])
})

test('a write sends its input without the path parameters as JSON', () => {
  const { url, init } = request('practice', 'update', { centerId: '7', name: 'Ñandú', phone: undefined })
  expect(url).toBe('/api/v1/centers/7/profile')
  expect(init).toMatchObject({ method: 'PATCH', body: '{"name":"Ñandú"}' })
})

test('a write has no body when its input is in the path, and an empty object when its input is empty', () => {
  expect(request('practice', 'close', { centerId: '7' }).init.body).toBeUndefined()
  expect(request('accounts', 'create').init.body).toBeUndefined()
  expect(request('accounts', 'create', {}).init.body).toBe('{}')
})

test('a write with a file sends a form', () => {
  const image = new File(['x'], 'yo.png')
  const { init } = request('accounts', 'changePicture', { image, crop: { left: 1 } })
  const form = init.body as FormData
  expect((form.get('image') as File).name).toBe('yo.png')
  expect(form.get('crop[left]')).toBe('1')
  // The browser writes the content type with the form's boundary.
  expect(init.headers).toBeUndefined()
})

test('a picture that changed after it was chosen is refused, and nothing is sent', async () => {
  const arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  const image = Object.assign(new File(['x'], 'yo.png'), { arrayBuffer })
  const error = await callRoute({ noun: 'accounts', verb: 'changePicture', input: { image } }).catch((e: unknown) => e)
  expect(errorMessage(error)).toBe('El archivo cambió después de elegirlo. Elígelo de nuevo.')
  expect(fetchMock).not.toHaveBeenCalled()
})

test('a response is read as JSON, as a file with its name, or as nothing', async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ id: '1' }))
  expect(await callRoute({ noun: 'centers', verb: 'get', input: { centerId: '1' } })).toEqual({ id: '1' })

  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''t%C3%ADtulo.pdf",
  }
  fetchMock.mockResolvedValueOnce(new Response('%PDF', { headers }))
  const file = (await callRoute({ noun: 'centers', verb: 'get', input: { centerId: '1' } })) as File
  expect([file.name, file.type, await file.text()]).toEqual(['título.pdf', 'application/pdf', '%PDF'])

  fetchMock.mockResolvedValueOnce(new Response(null, { status: 200 }))
  expect(await callRoute({ noun: 'practice', verb: 'close', input: { centerId: '1' } })).toBeUndefined()
})

test('an error of the contract is thrown with its code and message, and any other response as a failure', async () => {
  const body = {
    defined: true,
    code: 'appointments.slot_taken',
    status: 409,
    message: 'Esa hora ya no está.',
    requestId: 'r',
  }
  fetchMock.mockResolvedValueOnce(Response.json(body, { status: 409 }))
  const taken = await callRoute({ noun: 'accounts', verb: 'create' }).catch((error: unknown) => error)
  expect([errorCode(taken), errorMessage(taken)]).toEqual(['appointments.slot_taken', 'Esa hora ya no está.'])

  for (const [status, sentence] of [
    [500, 'Algo falló'],
    [502, 'El servicio no responde'],
    [504, 'El servicio no responde'],
  ] as const) {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status }))
    const failed = await callRoute({ noun: 'accounts', verb: 'create' }).catch((error: unknown) => error)
    expect([errorCode(failed), errorMessage(failed)]).toEqual([undefined, expect.stringContaining(sentence)])
  }
})

test('the live stream yields each event, split anywhere, and skips comments that keep it open', async () => {
  const text =
    ': \n\nevent: message\ndata: {"about":"ready"}\n\n: \n\nevent: message\ndata: {"about":"changed","reads":["ñ"]}\n\n'
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
      controller.close()
    },
  })
  fetchMock.mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  const events: unknown[] = []
  for await (const event of (await callRoute({ noun: 'live', verb: 'stream' })) as AsyncIterable<unknown>)
    events.push(event)
  expect(events).toEqual([{ about: 'ready' }, { about: 'changed', reads: ['ñ'] }])
  expect(new Headers(fetchMock.mock.lastCall?.[1].headers).get('accept')).toBe('text/event-stream')
})
