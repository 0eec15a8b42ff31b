// @vitest-environment happy-dom
import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OperatorWords } from '#contract/operator.ts'
import { type Call, refusalOf, renderScreen } from '#web/testing/screen.tsx'
import { OperatorSection } from './operator-section.tsx'

const server = vi.hoisted(() => ({ calls: [] as Call[], refuse: undefined as Error | undefined }))
const words: OperatorWords = {
  ...{ name: 'Senda', claim: 'Tu centro', email: 'hola@senda.uy', phone: null, address: null, legalName: 'Senda' },
  ...{ supportHours: 'De 8 a 18', widgetHours: 'De 9 a 18', emergency: [{ name: 'Emergencias', number: '911' }] },
  ...{ claims: ['ssl'], figures: { users: '10' }, areLegalTextsReviewed: false },
  testimonials: ['Ana', 'Eva'].map((name) => ({ name, role: 'Paciente', content: 'Me ayudó.', rating: 5, face: null })),
}
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => {
    if (call.route === 'operator.words') return { words, version: 'v1' }
    if (call.route === 'operator.legalTexts') return { items: [], earliest: '2027-01-01' }
    server.calls.push(call)
    if (server.refuse) throw server.refuse
    return { words: (call.input as { words: OperatorWords }).words, version: 'v2' }
  })
  return { useApi: () => tools }
})
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useBlocker: () => ({ status: 'idle' }),
}))

beforeEach(() => {
  server.calls = []
  server.refuse = undefined
})

async function open() {
  await renderScreen(<OperatorSection />)
  // The events of userEvent are not inside act().
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const user = userEvent.setup()
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await new Promise((done) => setTimeout(done, 20))
  }
  return { user, save }
}

test('the words are sent as a whole, with the version that was read and a reason', async () => {
  const { user, save } = await open()
  await save()
  await screen.findByText('Escribe el motivo')
  expect(server.calls).toEqual([])

  const name = screen.getByLabelText(/^Nombre\b(?! legal)/, { selector: 'form > section:first-of-type input' })
  await user.clear(name)
  await user.type(name, 'Otra Casa')
  await user.click(screen.getByLabelText('Servidores en Uruguay'))
  await user.click(screen.getByRole('button', { name: 'Bajar el testimonio 1' }))
  await user.click(screen.getByRole('button', { name: 'Agregar un número' }))
  const [, added] = screen.getAllByLabelText(/^De qué es/)
  if (added) await user.type(added, 'Bomberos')
  const [, number] = screen.getAllByLabelText(/^Número/)
  if (number) await user.type(number, '104')
  await user.type(screen.getByLabelText(/^Motivo/), 'Cambió la marca')
  await save()
  expect(server.calls).toMatchObject([{ input: { version: 'v1', reason: 'Cambió la marca' } }])
  const [sent] = server.calls.map(({ input }) => (input as { words: OperatorWords }).words)
  expect(sent).toMatchObject({ name: 'Otra Casa', claims: ['ssl', 'serversInUruguay'], phone: null })
  expect(sent?.testimonials.map((each) => each.name)).toEqual(['Eva', 'Ana'])
  expect(sent?.emergency).toEqual([...words.emergency, { name: 'Bomberos', number: '104' }])
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Motivo/).value).toBe('')
})

test('a refused field is marked where it stands', async () => {
  const { user, save } = await open()
  server.refuse = refusalOf({ path: 'words.testimonials.1.content', message: 'Escribe lo que cuenta' })
  await user.type(screen.getByLabelText(/^Motivo/), 'Corrección')
  await save()
  const second = screen.getByRole('group', { name: 'Testimonio 2' })
  within(second).getByText('Escribe lo que cuenta')
  screen.getByText('Revisa los campos marcados.')
})
