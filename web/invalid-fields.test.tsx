// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { expectMessageBeside, pathsOf } from '#web/testing/fields.ts'
import { formCases, plainForms } from '#web/testing/form-cases.tsx'
import { respondToQueries } from '#web/testing/form-data.ts'
import { renderScreen, settle, submit } from '#web/testing/screen.tsx'

type Validation = { schema: z.ZodType | undefined; refused: { path: string; message: string } }
const validation = vi.hoisted((): Validation => ({ schema: undefined, refused: { path: '', message: '' } }))
/** The form's own schema lists the fields, the test replaces its verdict, and the form shows it. */
vi.mock('#web/platform/form-resolver.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof import('#web/platform/form-resolver.ts')>()
  const safeParseAsync = async () => {
    const path = validation.refused.path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    return { success: false, error: { issues: [{ path, code: 'custom', message: validation.refused.message }] } }
  }
  const resolve = actual.formResolver({ safeParseAsync } as never)
  const formResolver = (schema: z.ZodType) => (values: object, context: unknown, options: never) => {
    validation.schema = schema
    return resolve(values, context, options)
  }
  return { ...actual, formResolver }
})
vi.mock('#web/platform/api.ts', async () => {
  const { fakeApi } = await import('#web/testing/screen.tsx')
  const tools = fakeApi((call) => respondToQueries(call))
  return { useApi: () => tools }
})
vi.mock('#web/platform/upload.ts', () => ({ upload: () => undefined }))
vi.mock('#web/platform/session.ts', async (importOriginal) => {
  const { signedInSession } = await import('#web/testing/replaced-modules.tsx')
  return signedInSession(importOriginal)
})
vi.mock('@tanstack/react-router', async (importOriginal) => {
  const { routerWithoutRoutes } = await import('#web/testing/replaced-modules.tsx')
  return routerWithoutRoutes(importOriginal)
})

test.each(formCases)("an error of the browser's validation of $form appears beside its field", async (each) => {
  const { screen, prepare, impossible = [] } = each
  validation.schema = undefined
  validation.refused = { path: '', message: 'x' }
  await renderScreen(screen)
  await prepare?.()
  await submit()
  // The schemas of some forms arrive later.
  for (let waits = 0; waits < 50 && !validation.schema; waits += 1) await settle()
  if (!validation.schema) throw new Error('the form validates nothing')
  const paths = pathsOf(validation.schema)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths.filter((path) => !impossible.includes(path))) {
    validation.refused = { path, message: `Algo anda mal en ${path}.` }
    await submit()
    expectMessageBeside(validation.refused)
  }
})

const sources = import.meta.glob<string>('./features/**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })
const formFiles = Object.entries(sources).flatMap(([file, source]) =>
  /\buseForm[<(]|\buseWizard<|<form\b|<FormDialog\b/.test(source) ? [file.replace('./features/', '')] : [],
)
/** The forms without a case, with where they are tested. */
const sweptElsewhere = new Set([
  // web/screens/security.test.tsx.
  'accounts/profile/correct-address.tsx',
  // operator-section.test.tsx and changed-forms.test.tsx.
  'admin/operator/legal-dialog.tsx',
  'admin/operator/operator-section.tsx',
  // The form element around the fields of another file's case.
  'auth/registration/short-form.tsx',
  'centers/registration/center-wizard.tsx',
  'agenda/booking/use-book-form.ts',
  // Forms that send to the authentication service: service-forms.test.tsx.
  'auth/sign-in/login-screen.tsx',
  'appointments/access/sign-in-fields.tsx',
  'accounts/security/email-form.tsx',
  'accounts/security/name-device.tsx',
  'auth/password/forgot-password-screen.tsx',
  'auth/password/new-password-form.tsx',
  // A journey with the code of a real device: e2e/second-factor.spec.ts.
  'accounts/security/scan-device.tsx',
  'auth/second-factor/factor-code-form.tsx',
  // web/screens/payments.test.tsx: the gateway validates the card.
  'checkouts/pay-dialog.tsx',
  // web/screens/clinical-records.test.tsx.
  'clinical-records/note-form.tsx',
  'clinical-records/working-notes.tsx',
  // web/screens/session-ended.test.tsx.
  'auth/session-ended/session-ended.tsx',
  // web/screens/chat.test.tsx.
  'conversations/list/new-conversation-dialog.tsx',
  'conversations/window/composer.tsx',
  // web/screens/question.test.tsx.
  'centers/question/question-conversation.tsx',
  // web/screens/promotions.test.tsx and web/screens/loyalty.test.tsx.
  'promotions/apply-panel.tsx',
  'promotions/promotion-dialog.tsx',
  'admin/rewards/reward-dialog.tsx',
  'admin/users/points-card.tsx',
  // e2e/account-deletion.spec.ts.
  'accounts/deletion/deletion-dialog.tsx',
  // web/screens/security.test.tsx.
  'accounts/security/pending-email.tsx',
  // Validates rows of hours, each beside its row: week-values.test.ts.
  'availability/week-card.tsx',
  // One alert above the fields shows every error, with errorMessage(): error-message.test.ts.
  'agenda/whole-day/move-day-dialog.tsx',
  'calendar-feeds/feed-form.tsx',
  // No value of these forms can be refused.
  'support/support-chat.tsx',
  'appointments/access/booking-access.tsx',
  'centers/finder/finder-form.tsx',
  'centers/search/search-bar.tsx',
  'home/home-search.tsx',
  'home/patient-welcome-screen.tsx',
  'services/recommended-centers.tsx',
  'services/service-filters.tsx',
])

test('every form has a case, or is listed with where it is tested', () => {
  const swept = new Set([...formCases, ...plainForms].map(({ file }) => file).concat(...sweptElsewhere))
  expect(formFiles.filter((file) => !swept.has(file))).toEqual([])
  expect([...swept].filter((file) => !formFiles.includes(file))).toEqual([])
})
