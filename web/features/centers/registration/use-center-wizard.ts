import { useEffect, useState } from 'react'
import type { FieldPath } from 'react-hook-form'

import { sessionMinutes } from '#contract/services.ts'
import { setFieldErrors } from '#web/platform/server-errors.ts'
import { useWizard } from '#web/platform/use-wizard.ts'
import { furthestStep } from '#web/platform/wizard-steps.ts'

import { centerDraft } from './center-draft.ts'
import { useChosenFiles } from './chosen-files.ts'
import type { RegistrationError } from './registration-error.ts'
import { lastStep, registrationSteps, stepOfFile } from './registration-steps.ts'
import { fileFields, type RegistrationValues, withAnyPassword } from './registration-values.ts'

/** Fields whose text the server refused: typing in them takes it back. */
const refusedByServer = 'server'

/** The first screens have none, so that what was typed before hydration stays. */
const defaultValues = {
  // Asked for only with video calls: without them it is empty.
  availability: { modality: [], sessionDuration: String(sessionMinutes.preset), platform: '' },
  services: { priced: [] },
  terms: { acceptTerms: false, acceptPrivacy: false, publicProfile: false },
  files: {},
}

/** What was typed, what was chosen, and how it survives a reload and a refusal. */
export function useCenterWizard(step: number) {
  /** Where a reload has found the person, who first has to type the password again. */
  const [resumeAt, setResumeAt] = useState<number>()
  const [isPasswordLost, setPasswordLost] = useState(false)
  /** The password's field receives the focus as soon as its step is shown. */
  const [passwordFocused, setPasswordFocused] = useState(false)
  const [takenEmail, setTakenEmail] = useState<string>()
  const [pendingErrors, setPendingErrors] = useState<RegistrationError>()
  const { form, heading, go } = useWizard<RegistrationValues>({
    step,
    steps: registrationSteps,
    defaultValues,
    draft: centerDraft,
    fillUnkept: withAnyPassword,
    onSentBack: (to) => {
      if (to === 1) setResumeAt(step)
    },
  })
  const files = useChosenFiles(form)

  useEffect(() => {
    const { email } = centerDraft.read().accessData
    setPasswordLost(email !== undefined && !form.getValues('accessData.password'))
    const watching = form.watch((_typed, { name }) => {
      const field = name as FieldPath<RegistrationValues> | undefined
      if (field && form.getFieldState(field).error?.type === refusedByServer) form.clearErrors(field)
    })
    return () => watching.unsubscribe()
  }, [form])

  /** After a reload the password leads on to where one was, unless a file on the way has to be chosen again. */
  function afterFirst(): number {
    if (resumeAt === undefined) return 2
    const lostAt = fileFields.filter((field) => files.lost[field] !== undefined).map((field) => stepOfFile[field])
    return Math.min(
      resumeAt,
      furthestStep({ steps: registrationSteps, typed: withAnyPassword(form.getValues()) }),
      ...lostAt,
    )
  }

  /** Leads to the password that a reload took, and back to the last step after it. */
  async function goToPassword() {
    setPasswordLost(true)
    setResumeAt(lastStep)
    await go(1)
    setPasswordFocused(true)
  }
  useEffect(() => {
    if (!passwordFocused || step !== 1) return
    form.setFocus('accessData.password')
    setPasswordFocused(false)
  }, [passwordFocused, step, form])

  /** The password is asked for once everything else is there. @returns whether it is missing */
  async function requirePassword(): Promise<boolean> {
    if (form.getValues('accessData.password')) return false
    await goToPassword()
    return true
  }

  async function goOn() {
    if (step === lastStep) return
    setPasswordLost(false)
    setResumeAt(undefined)
    await go(step === 1 ? afterFirst() : step + 1)
  }

  /** Back to the screen that the server's refusal is about; what was typed and chosen stays. */
  async function showServerErrors(refusal: RegistrationError) {
    files.setErrors(refusal.files)
    if (refusal.taken) setTakenEmail(form.getValues('accessData.email').trim().toLowerCase())
    if (refusal.step === undefined) return
    if (refusal.step !== step) await go(refusal.step)
    setPendingErrors(refusal)
  }
  useEffect(() => {
    if (pendingErrors?.step !== step) return
    const refused = pendingErrors.fields.map(({ name, message }) => ({ path: name, message }))
    setFieldErrors(form, refused, { fieldOf: shownField, type: refusedByServer })
    const [first] = refused.flatMap(({ path }) => shownField(path) ?? [])
    if (first) form.setFocus(first)
    setPendingErrors(undefined)
  }, [pendingErrors, step, form])

  return { form, files, heading, go, goOn, goToPassword, requirePassword, showServerErrors, takenEmail, isPasswordLost }
}

/** The field on the screen in which a path is typed: its own, or that of the list around it. */
function shownField(path: string): FieldPath<RegistrationValues> | undefined {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    if (document.getElementsByName(name).length > 0) return name as FieldPath<RegistrationValues>
  }
  return undefined
}
