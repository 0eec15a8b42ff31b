import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import type { LiveEvent } from '#contract/live.ts'
import { setBlocked } from '#server/features/conversations/usecases/change-conversation.ts'
import { buildAppointment, buildCenter, buildPatient, verifyEmail } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

const list = () => screen.findByRole('region', { name: 'Conversaciones' })
const messages = (name: string) => screen.findByRole('region', { name: `Mensajes con ${name}` })
const field = () => screen.findByRole('textbox', { name: /^Mensaje para/ })

const storedMessages = (conversationId: string) =>
  platform.db
    .selectFrom('messages')
    .select(['content', 'number'])
    .where('conversation_id', '=', conversationId)
    .orderBy('number')
    .execute()

/** Replaces the server's live stream by one that the test writes. */
function controlLiveStream() {
  const { fetch } = globalThis
  const encoder = new TextEncoder()
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/api/v1/live')) return await fetch(input, init)
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.add(controller) })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return {
    untilConnected: () => waitFor(() => expect(streams.size).toBeGreaterThan(0)),
    announce(event: LiveEvent) {
      for (const stream of streams) {
        try {
          stream.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(event)}\n\n`))
        } catch {
          // The page has closed this one.
          streams.delete(stream)
        }
      }
    },
  }
}

test('a visitor who opens the messages is sent to the login page, whose URL says where to return', async () => {
  await open('/chat')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.search).toBe('?next=%2Fchat')
})

test('a patient without conversations is invited to search for a centre', async () => {
  const { patientId } = await buildPatient(platform)
  await open('/chat', { as: patientId })
  await screen.findByRole('heading', { level: 1, name: 'Mensajería' })
  await screen.findByText('Todavía no tienes conversaciones')
  const hint = await screen.findByText('Selecciona una conversación para comenzar a chatear')
  // 150 quarters of a rem are 600 pixels; a phone uses its whole height.
  expect(hint.closest('.md\\:h-150')).not.toBeNull()
  expect((await screen.findByRole('link', { name: 'Buscar un centro' })).getAttribute('href')).toBe('/centers')
  // The page is a tool: it ends with its conversations.
  expect(screen.queryByRole('contentinfo')).toBeNull()
  await expectAccessible()
})

test('the receptionist finds an unread conversation, opens it, replies, and the other side sees what was read', async () => {
  const { reception, centerId, conversationId, write, patientId } = await buildConversation(platform, { messages: 2 })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const user = await open('/chat', { as: reception })
  // At /chat are the conversations that she has as a patient; those of the centre are in its place.
  const toCenter = await screen.findByRole('link', { name: /^Mensajes de Centro Rambla.*1 conversación sin leer$/ })
  await screen.findByText('Todavía no tienes conversaciones')
  await user.click(toCenter)
  const sections = within(await screen.findByRole('navigation', { name: 'Secciones de tu centro' }))
  const section = await sections.findByRole('link', { name: /^Mensajes\W*, 1 conversación sin leer$/ })
  expect(section.getAttribute('aria-current')).toBe('page')
  const row = await within(await list()).findByRole('link', { name: /Lucía Pérez/ })
  expect(row.textContent).toContain('Mensaje 2')
  expect(row.textContent).toContain('2 mensajes sin leer')
  await expectAccessible()

  await user.click(row)
  expect(location.pathname + location.search).toBe(
    `/center/dashboard?seccion=mensajes&centro=${centerId}&c=${conversationId}`,
  )
  const shown = await messages('Lucía Pérez')
  await within(shown).findByText('Mensaje 2')
  expect(within(shown).getByText('Hoy')).toBeTruthy()
  expect(within(shown).getByText('Mensajes nuevos')).toBeTruthy()
  await waitFor(() => expect(row.textContent).not.toContain('sin leer'))

  await user.type(await field(), 'Buen día, Lucía.{Enter}')
  await within(shown).findByText('Buen día, Lucía.')
  await waitFor(async () => expect(await storedMessages(conversationId)).toHaveLength(3))
  await waitFor(() => expect(within(shown).queryByText('Enviando…')).toBeNull())
  expect((await field()).textContent).toBe('')
  await waitFor(() => expect(row.textContent).toContain('Tú: Buen día, Lucía.'))
  await expectAccessible()
  await write(patientId, 'Gracias')
  vi.restoreAllMocks()
})

test('the frame follows the side of a conversation: an old link to one of the centre leads to its place, and the owner’s own stay outside', async () => {
  const { centerId, reception, conversationId, patientId } = await buildConversation(platform)
  const inCenter = async () => {
    await screen.findByRole('navigation', { name: 'Secciones de tu centro' })
    await messages('Lucía Pérez')
    expect(location.search).toBe(`?seccion=mensajes&centro=${centerId}&c=${conversationId}`)
  }
  await open(`/chat?c=${conversationId}`, { as: reception })
  await inCenter()
  await open(`/chat?to=${patientId}&as=${centerId}`, { as: centerId })
  await inCenter()
  await open('/chat', { as: centerId })
  await screen.findByRole('navigation', { name: 'Secciones de tu centro' })
  expect(location.search).toBe('?seccion=mensajes')

  const other = await buildCenter(platform, { name: 'Centro Ñandú' })
  const user = await open(`/chat?to=${other.centerId}`, { as: centerId })
  await messages('Centro Ñandú')
  expect(screen.queryByRole('navigation', { name: 'Secciones de tu centro' })).toBeNull()
  expect(within(await list()).queryByRole('link', { name: /Lucía Pérez/ })).toBeNull()
  await user.click(await screen.findByRole('link', { name: /^Mensajes de Centro Rambla/ }))
  await screen.findByRole('navigation', { name: 'Secciones de tu centro' })
  await user.click(await screen.findByRole('link', { name: 'Ver tus conversaciones como paciente' }))
  await screen.findByRole('heading', { level: 1, name: 'Mensajería' })
  expect(location.pathname).toBe('/chat')
})

test('an unsent text survives a reload, and empty and overlong messages are refused beside the field', async () => {
  const { patientId, conversationId } = await buildConversation(platform)
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  await user.click(await field())
  await user.keyboard('   {Enter}')
  await screen.findByText('Escribe un mensaje.')
  await user.clear(await field())
  await user.paste('a'.repeat(4001))
  await screen.findByText('4.001 de 4.000')
  await user.keyboard('{Enter}')
  await screen.findByText(/^El mensaje puede tener hasta 4\.000 letras/)
  await expectAccessible()
  await user.clear(await field())
  // The Enter that ends a composition in Safari chooses a word, and sends nothing.
  await user.keyboard('にほん')
  fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 })
  expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', 'にほん')
  await user.clear(await field())
  await user.keyboard('Línea 1{Shift>}{Enter}{/Shift}Línea 2')
  await open(`/chat?c=${conversationId}`, { as: patientId })
  await waitFor(async () => expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', 'Línea 1\nLínea 2'))
  expect(await storedMessages(conversationId)).toHaveLength(1)
})

test('URLs and e-mail addresses become safe links, and everything else stays text', async () => {
  const { patientId, centerId, conversationId, write } = await buildConversation(platform)
  await write(centerId, 'Mira https://senda.uy/x, <b>javascript:alert(1)</b> o senda.uy')
  await open(`/chat?c=${conversationId}`, { as: patientId })
  const link = await screen.findByRole('link', { name: 'https://senda.uy/x' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  const text = link.closest('bdi[dir=auto]')
  expect(text?.textContent).toBe('Mira https://senda.uy/x, <b>javascript:alert(1)</b> o senda.uy')
  expect(text?.querySelectorAll('a')).toHaveLength(1)
})

test('a new conversation is refused without an ID, with the patient’s own and with an unknown one, and an existing one is offered', async () => {
  const { patientId, centerId, conversationId } = await buildConversation(platform)
  const user = await open('/chat', { as: patientId })
  await press(user, 'Nueva conversación')
  const dialog = await screen.findByRole('dialog', { name: 'Nueva conversación' })
  const send = () => press(user, 'Crear conversación', dialog)
  await send()
  await within(dialog).findByText('Escribe el ID del usuario.')
  await fill(user, /ID del usuario/, 'no-es-un-id', dialog)
  await send()
  await within(dialog).findByText(/^Ese ID no es válido/)
  await fill(user, /ID del usuario/, patientId, dialog)
  await send()
  await within(dialog).findByText('Este ID es tuyo: no puedes escribirte a ti mismo.')
  await fill(user, /ID del usuario/, crypto.randomUUID(), dialog)
  await send()
  await within(dialog).findByText(/^No se pudo crear la conversación/)
  await fill(user, /ID del usuario/, centerId, dialog)
  await send()
  await within(dialog).findByText('Ya existe una conversación con este usuario.')
  await expectAccessible()
  await press(user, 'Abrir la conversación', dialog)
  await waitFor(() => expect(location.search).toBe(`?c=${conversationId}`))
  await messages('Centro Rambla')
})

test('a patient starts a conversation with the ID of a centre', async () => {
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform, { name: 'Centro Tala' })
  const user = await open('/chat', { as: patientId })
  await press(user, 'Nueva conversación')
  await fill(user, /ID del usuario/, ` ${centerId} `)
  await press(user, 'Crear conversación')
  await screen.findByText('Conversación creada correctamente')
  await screen.findByText(/^Escribe el primer mensaje para Centro Tala/)
})

const waits = 'Se envía cuando confirmes tu correo'

test('the first message of an unconfirmed address waits, and leaves as soon as the address is confirmed', async () => {
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform, { name: 'Centro Timbó' })
  const user = await open(`/chat?to=${centerId}`, { as: patientId })
  await messages('Centro Timbó')
  await screen.findByText(/^Centro Timbó recibe tu primer mensaje cuando confirmes tu correo\./)
  await screen.findByRole('button', { name: 'Reenviar correo de confirmación' })
  await user.type(await field(), '¿Atienden los sábados?{Enter}')
  // Beside the message, and in the list, once the server has refused it for now.
  await waitFor(() => expect(screen.getAllByText(waits)).toHaveLength(2))
  screen.getByText('Tú: ¿Atienden los sábados?')
  expect(screen.queryByText('Sin mensajes todavía')).toBeNull()
  await expectAccessible()
  const stored = () => platform.db.selectFrom('messages').where('sender_id', '=', patientId).select('number').execute()
  expect(await stored()).toEqual([])
  // Confirmed in another tab.
  await verifyEmail(platform, { userId: patientId })
  await waitFor(() => expect(screen.queryByText(waits)).toBeNull())
  await waitFor(async () => expect(await stored()).toEqual([{ number: 1 }]))
  expect(screen.queryByText(/recibe tu primer mensaje/)).toBeNull()
})

test('a link on another screen starts the conversation with a centre, and opens the same one later', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Coronilla' })
  const { patientId } = await buildAppointment(platform, { centerId })
  await open(`/chat?to=${centerId}`, { as: patientId })
  await messages('Centro Coronilla')
  const first = location.search
  expect(first).toMatch(/^\?c=/)
  const user = await open(`/chat?to=${centerId}`, { as: patientId })
  await messages('Centro Coronilla')
  expect(location.search).toBe(first)
  await user.type(await field(), 'Hola{Enter}')
  await waitFor(() => expect(screen.queryByText('Enviando…')).toBeNull())
  await open(`/chat?to=${patientId}`, { as: centerId })
  await messages('Lucía Pérez')
  expect(location.search).toBe(`?seccion=mensajes&centro=${centerId}${first.replace('?', '&')}`)
})

test('a centre cannot write to a patient who never booked there, and the page says so', async () => {
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform)
  await open(`/center/dashboard?seccion=mensajes&centro=${centerId}&to=${patientId}`, { as: centerId })
  await screen.findByText('No se pudo crear la conversación')
  expect(location.search).toBe(`?seccion=mensajes&centro=${centerId}`)
})

test('an unknown conversation is not found', async () => {
  const { patientId } = await buildPatient(platform)
  await open(`/chat?c=${crypto.randomUUID()}`, { as: patientId })
  await screen.findByText('Conversación no encontrada')
  await expectAccessible()
})

test('the patient blocks the centre and unblocks it; the centre reads a neutral sentence', async () => {
  const { patientId, centerId, conversationId } = await buildConversation(platform)
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  await press(user, 'Acciones de la conversación con Centro Rambla')
  await user.click(await screen.findByRole('menuitem', { name: 'Bloquear' }))
  await press(user, 'Bloquear', await screen.findByRole('dialog', { name: '¿Bloquear a Centro Rambla?' }))
  await screen.findByText(/^Bloqueaste esta conversación/)
  expect(screen.queryByRole('textbox', { name: /^Mensaje para/ })).toBeNull()
  await expectAccessible()
  await press(user, 'Desbloquear')
  await press(user, 'Desbloquear', await screen.findByRole('dialog', { name: '¿Desbloquear a Centro Rambla?' }))
  await field()

  await setBlocked(platform, { userId: patientId, conversationId, isBlocked: true })
  await open(`/chat?c=${conversationId}`, { as: centerId })
  await screen.findByText('Por ahora no puedes enviar mensajes en esta conversación.')
})

test('a message that is refused stays as not sent, with its reason, and is sent again', async () => {
  const { patientId, centerId, conversationId } = await buildConversation(platform)
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  await field()
  await setBlocked(platform, { userId: centerId, conversationId, isBlocked: true })
  await user.type(await field(), '¿Siguen ahí?{Enter}')
  await screen.findByText('No puedes enviar mensajes en esta conversación.')
  await expectAccessible()
  await setBlocked(platform, { userId: centerId, conversationId, isBlocked: false })
  await press(user, 'Reintentar')
  await waitFor(async () => expect(await storedMessages(conversationId)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText(/No enviado/)).toBeNull())
})

test('messages, typing and the read mark of the other side arrive live', async () => {
  const { patientId, centerId, conversationId, write } = await buildConversation(platform)
  await open('/chat', { as: patientId })
  const live = controlLiveStream()
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  const shown = await messages('Centro Rambla')
  await live.untilConnected()
  live.announce({ about: 'ready', isResumed: false })
  live.announce({ about: 'typing', conversationId, side: 'patient' })
  live.announce({ about: 'typing', conversationId, side: 'center' })
  await within(shown).findByText('Escribiendo…')
  await write(centerId, 'Te esperamos el lunes')
  live.announce({ about: 'conversation', conversationId, lastNumber: 2, patientRead: 0, centerRead: 1 })
  await within(shown).findByText('Te esperamos el lunes')
  expect(within(shown).queryByText('Escribiendo…')).toBeNull()
  await within(shown).findByText(/Visto/)
  expect(within(shown).getAllByText('Mensaje 1')).toHaveLength(1)
  await user.type(await field(), 'Gracias{Enter}')
  await within(shown).findByText('Gracias')
})

test('older messages load above the newest fifty', async () => {
  const { patientId, conversationId } = await buildConversation(platform, { messages: 0 })
  const now = platform.clock.now()
  const rows = Array.from({ length: 60 }, (_, at) => ({
    id: crypto.randomUUID(),
    conversation_id: conversationId,
    number: at + 1,
    sender_id: patientId,
    sender_type: 'patient' as const,
    content: `Texto ${at + 1}.`,
    created_at: now,
  }))
  await platform.db.insertInto('messages').values(rows).execute()
  await platform.db.updateTable('conversations').set({ last_number: 60 }).where('id', '=', conversationId).execute()
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  await screen.findByText('Texto 60.')
  expect(screen.queryByText('Texto 10.')).toBeNull()
  await press(user, 'Mensajes anteriores')
  await screen.findByText('Texto 1.')
  expect(screen.getAllByText(/^Texto \d+\.$/)).toHaveLength(60)
})

test('the list is searched by name, and its rows are reached with the arrows', async () => {
  const { patientId } = await buildPatient(platform)
  for (const name of ['Centro Sauce', 'Centro Molle']) {
    const { centerId } = await buildCenter(platform, { name })
    await open(`/chat?to=${centerId}`, { as: patientId })
    await messages(name)
  }
  const user = await open('/chat', { as: patientId })
  const rows = await within(await list()).findAllByRole('link')
  rows[0]?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rows[1])
  await fill(user, 'Buscar por nombre', 'sauce')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Centro Molle/ })).toBeNull())
  expect(location.search).toBe('?q=sauce')
  await fill(user, 'Buscar por nombre', 'ninguno')
  await screen.findByText('Ninguna conversación con «ninguno».')
})

test('the centre writes to a patient who booked', async () => {
  const { patientId, centerId } = await buildAppointment(platform)
  await open(`/chat?to=${patientId}&as=${centerId}`, { as: centerId })
  await screen.findByText(/^Escribe el primer mensaje para Lucía Pérez/)
})

test('a message of the other side is reported with a reason, and disappears and returns as staff remove and restore it', async () => {
  const { patientId, conversationId, reception, write } = await buildConversation(platform)
  await write(reception, 'Una grosería')
  await open('/chat', { as: patientId })
  const live = controlLiveStream()
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  await live.untilConnected()
  await screen.findByRole('button', { name: /^Reportar/ })
  await press(user, /^Reportar/)
  const dialog = await screen.findByRole('dialog', { name: 'Reportar el mensaje' })
  expect(dialog.textContent).toContain('los diez de alrededor')
  await expectAccessible()
  await press(user, 'Enviar')
  await within(dialog).findByText('Cuéntanos qué tiene de malo')
  await fill(user, 'Motivo', 'Insulta')
  await press(user, 'Enviar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const reports = await platform.db.selectFrom('reports').where('reported_by', '=', patientId).selectAll().execute()
  expect(reports).toMatchObject([{ kind: 'message', reason: 'Insulta', shared_from: 1, shared_to: 2 }])

  const [report] = reports
  for (const [removedAt, text] of [
    [platform.clock.now(), 'Mensaje retirado por el equipo'],
    [null, 'Una grosería'],
  ] as const) {
    const id = report?.subject_id ?? ''
    await platform.db.updateTable('messages').set({ removed_at: removedAt }).where('id', '=', id).execute()
    live.announce({
      about: 'conversation',
      conversationId,
      lastNumber: 2,
      patientRead: 2,
      centerRead: 2,
      changedNumber: 2,
    })
    await waitFor(async () => expect((await messages('Centro Rambla')).textContent).toContain(text))
  }
})
