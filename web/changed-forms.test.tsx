// @vitest-environment happy-dom
import { traverseContractProcedures } from '@orpc/server'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { contract } from '#contract/contract.ts'
import type { OperatorWords } from '#contract/operator.ts'
import { DependantDialog } from '#web/features/accounts/dependants/dependant-dialog.tsx'
import { WordsForm } from '#web/features/admin/operator/operator-section.tsx'
import { RewardDialog } from '#web/features/admin/rewards/reward-dialog.tsx'
import { WeekCard } from '#web/features/availability/week-card.tsx'
import { PromotionDialog } from '#web/features/promotions/promotion-dialog.tsx'
import { ServiceDialog } from '#web/features/team/service-dialog.tsx'
import type { FormCase } from '#web/testing/form-case.ts'
import { formCases } from '#web/testing/form-cases.tsx'
import { centerId, nothing, professional, respondToQueries, service } from '#web/testing/form-data.ts'
import { press, type Respond, renderScreen, submit, type } from '#web/testing/screen.tsx'

const server = vi.hoisted(() => ({ respond: (() => undefined) as Respond }))
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => server.respond(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))
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

/** The routes that carry the version that their form read, except the marks, which have no form. */
function versionedRoutes(): string[] {
  const names: string[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const input = procedure['~orpc'].inputSchema
    if (input instanceof z.ZodObject && 'version' in input.shape) names.push(path.join('.'))
  })
  const marks = ['confirm', 'arrive', 'undoArrival', 'complete', 'noShow', 'reopen', 'undoCollection']
  // Only another tab of the same person changes these: web/screens/clinical-records.test.tsx.
  const ownTexts = ['clinicalRecords.saveDraft', 'clinicalRecords.saveWorkingNote']
  // The version of a legal text is its day.
  const ofTheirDay = ['operator.legalText', 'operator.publishLegalText']
  // Buttons without fields: hand-over-rewards.test.ts and merge-guests.test.ts refuse them for what has changed since it was shown.
  const answers = ['loyalty.answerReward', 'contacts.mergeGuests']
  const elsewhere = [...answers, ...marks.map((mark) => `agenda.${mark}`), ...ownTexts, ...ofTheirDay]
  return names.filter((name) => !elsewhere.includes(name)).toSorted()
}

const discount = { discountType: 'percentage', discountValue: 20, maximumCents: null, validUntil: null } as const
const named = { id: centerId, version: 'first', name: 'De prueba', description: null, startsOn: '2026-11-20' }
const operatorWords: OperatorWords = {
  ...{ name: 'Senda', claim: 'Tu centro', email: 'hola@senda.uy', phone: null, address: null, legalName: 'Senda' },
  ...{ supportHours: 'De 8 a 18', widgetHours: 'De 9 a 18', emergency: [{ name: 'Emergencias', number: '911' }] },
  ...{ claims: [], figures: {}, testimonials: [], areLegalTextsReviewed: false },
}
const dependant = { id: centerId, version: 'first', fullName: 'Sofía', birthDate: '2019-05-04', relation: 'Hija' }
const known = { ...service, version: 'first', isActive: true } as never

/** The only field without a name that its form needs. */
async function typeReason(): Promise<void> {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes('Motivo'))
  label?.control?.setAttribute('name', 'reason')
  await type('reason', 'Cambia el precio')
}

/** Forms that the other sweeps have only as new, or that hold their fields themselves. */
const editingForms: (Pick<FormCase, 'form' | 'screen' | 'prepare'> & { route: string })[] = [
  {
    form: 'a known service',
    route: 'team.updateService',
    screen: <ServiceDialog centerId={centerId} professional={professional} service={known} open onClose={nothing} />,
  },
  {
    form: "a professional's week",
    route: 'availability.setHours',
    screen: (
      <WeekCard
        centerId={centerId}
        availability={
          {
            ...{ professionalId: centerId, name: 'Elena', version: 'first', timeOff: [], can: { setHours: true } },
            hours: [{ weekday: 1, startMinute: 540, endMinute: 600 }],
          } as never
        }
        onDirty={nothing}
      />
    ),
    prepare: () => press('Usar el horario habitual'),
  },
  {
    form: 'a known dependant',
    route: 'dependants.update',
    screen: <DependantDialog dependant={dependant} open onClose={nothing} />,
  },
  {
    form: 'a reward',
    route: 'loyalty.updateReward',
    screen: (
      <RewardDialog
        reward={
          { ...named, ...discount, rewardType: 'discount', pointsCost: 100, provider: null, stock: null } as never
        }
        giftLimitCents={null}
        onClose={nothing}
      />
    ),
    prepare: typeReason,
  },
  {
    form: "the operator's words",
    route: 'operator.updateWords',
    screen: <WordsForm stored={{ words: operatorWords, version: 'first' }} />,
    prepare: typeReason,
  },
  {
    form: 'a promotion',
    route: 'promotions.update',
    screen: (
      <PromotionDialog
        owner={{ centerId, name: 'Centro' }}
        promotion={
          { ...named, ...discount, code: 'DIEZ', minimumCents: 0, usageLimit: null, perPersonLimit: 1 } as never
        }
        onClose={nothing}
      />
    ),
  },
]

const versioned = versionedRoutes()
const cases = [
  ...formCases.filter((each) => each.route !== undefined && versioned.includes(each.route)),
  ...editingForms,
] as typeof editingForms

test('every form that edits a stored thing is opened below', () => {
  expect([...new Set(cases.map(({ route }) => route))].toSorted()).toEqual(versioned)
})

test.each(cases)(
  '$form, opened twice, says that the other one was saved first, and keeps what was typed',
  async ({ screen, route, prepare }) => {
    let sent = 0
    server.respond = (call) => {
      if (call.route !== route) return respondToQueries(call)
      sent += 1
      throw Object.assign(new Error('changed'), { code: 'request.changed_meanwhile', status: 409 })
    }
    await renderScreen(screen)
    await prepare?.()
    const typed = () =>
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    const before = typed()
    await submit()
    expect(sent).toBe(1)
    expect(document.body.textContent).toContain('Alguien cambió esto mientras lo tenías abierto')
    await press('Ver lo nuevo')
    expect(document.body.textContent).not.toContain('Alguien cambió esto mientras lo tenías abierto')
    expect(typed()).toEqual(before)
  },
)
