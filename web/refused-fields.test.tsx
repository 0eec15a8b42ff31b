// @vitest-environment happy-dom
import { traverseContractProcedures } from '@orpc/server'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { contract } from '#contract/contract.ts'
import { expectMessageBeside, pathsOf } from '#web/testing/fields.ts'
import type { FormCase } from '#web/testing/form-case.ts'
import { formCases, plainForms } from '#web/testing/form-cases.tsx'
import { respondToQueries } from '#web/testing/form-data.ts'
import { messagesBeside, type Respond, refusalOf, renderScreen, submit } from '#web/testing/screen.tsx'
import { toastStore } from '#web/ui/toast.ts'

const server = vi.hoisted(() => ({ respond: (() => undefined) as Respond }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => server.respond(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({
  upload: async ({ noun, verb, input }: { noun: string; verb: string; input: unknown }) =>
    server.respond({ route: `${noun}.${verb}`, input }),
}))
// invalid-fields.test.tsx sweeps the browser's validation: here every form is sent, and the server refuses.
vi.mock('#web/platform/form-resolver.ts', async (importOriginal) => {
  const { resolverThatAccepts } = await import('#web/testing/replaced-modules.tsx')
  return resolverThatAccepts(importOriginal)
})
vi.mock('#web/platform/session.ts', async (importOriginal) => {
  const { signedInSession } = await import('#web/testing/replaced-modules.tsx')
  return signedInSession(importOriginal)
})
vi.mock('@tanstack/react-router', async (importOriginal) => {
  const { routerWithoutRoutes } = await import('#web/testing/replaced-modules.tsx')
  return routerWithoutRoutes(importOriginal)
})

type SentCase = FormCase & { route: string }
const sentCases = formCases.filter((each): each is SentCase => each.route !== undefined)

function inputOf(name: string): z.ZodType {
  let input: unknown
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    if (path.join('.') === name) input = procedure['~orpc'].inputSchema
  })
  if (!(input instanceof z.ZodType)) throw new Error(`no route ${name}`)
  return input
}

test.each(sentCases)(
  'a field of $form that the server refuses has the error beside it',
  async ({ screen, route, renamed, prepare }) => {
    const paths = pathsOf(inputOf(route))
    expect(paths.length).toBeGreaterThan(0)
    let refused: { path: string; message: string } | undefined
    let sent = 0
    server.respond = (call) => {
      if (call.route !== route) return respondToQueries(call)
      sent += 1
      throw refusalOf(...(refused ? [refused] : []))
    }
    await renderScreen(screen)
    await prepare?.()
    for (const path of paths) {
      refused = { path, message: `Algo anda mal en ${path}` }
      const before = sent
      await submit()
      expect(sent, `${path}: the form was sent`).toBe(before + 1)
      expectMessageBeside(refused, renamed)
    }
  },
)

test.each(plainForms)('an error of the server for $form is shown above its fields', async (each) => {
  let refused = { path: '', message: '' }
  server.respond = (call) => {
    if (call.route !== each.route) return respondToQueries(call)
    throw refusalOf(refused)
  }
  await renderScreen(each.screen)
  await each.prepare?.()
  for (const path of pathsOf(inputOf(each.route))) {
    refused = { path, message: `Algo anda mal en ${path}` }
    await submit()
    expect(document.querySelector('[role=alert]')?.textContent, path).toContain(refused.message)
  }
})

test.each([
  ["the centre's profile", ['specialties.3', 'languages.0']],
  ['a known professional', ['specialties.3']],
] as const)('one refused entry of a list has its error beside the list in %s', async (name, paths) => {
  server.respond = (call) => {
    if (!call.route.startsWith('practice.update') && !call.route.startsWith('team.update'))
      return respondToQueries(call)
    throw refusalOf(...paths.map((path) => ({ path, message: `Puede tener hasta 60 caracteres (${path})` })))
  }
  await renderScreen(formCases.find(({ form }) => form === name)?.screen)
  await submit()
  for (const path of paths) {
    expect(messagesBeside(path.split('.')[0] ?? '')).toContain(`Puede tener hasta 60 caracteres (${path})`)
  }
})

/** The specification's name of each failure of staff. */
const failuresOfStaff: Record<string, string> = {
  'reports.delete': 'Error al moderar reseña',
  'users.suspend': 'Error al actualizar usuario',
  'users.setRole': 'Error al actualizar rol',
  'commissions.settle': 'Error al actualizar comisión',
  'commissions.settleMonth': 'Error al actualizar comisión',
  'commissions.cancel': 'Error al actualizar comisión',
  'commissions.setRate': 'Error al actualizar comisión',
  'centerRecords.approveDocuments': 'Error al revisar cumplimiento',
  'centerRecords.approve': 'Error al actualizar centro',
}

test.each(sentCases.filter(({ route }) => route in failuresOfStaff))(
  'a toast names the failure of $form, with the reason of the server',
  async ({ screen, route, prepare }) => {
    server.respond = (call) => {
      if (call.route !== route) return respondToQueries(call)
      throw Object.assign(new Error('Trabajas en este centro.'), { code: 'centerRecords.own_center', status: 403 })
    }
    await renderScreen(screen)
    await prepare?.()
    await submit()
    const title = failuresOfStaff[route]
    expect(toastStore.getSnapshot().at(-1)).toMatchObject({
      kind: 'destructive',
      title,
      description: 'Trabajas en este centro.',
    })
    expect(document.body.textContent).toContain('Trabajas en este centro.')
  },
)
