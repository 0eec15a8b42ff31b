import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FieldPath, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'

import { sessionMinutes } from '#contract/services.ts'

import { centerDraft } from './center-draft.ts'
import { useChosenFiles } from './chosen-files.ts'
import type { RegistrationRefusal } from './registration-refusal.ts'
import {
  furthestStep,
  lastStep,
  registrationSteps,
  type StepNumber,
  stepAfter,
  stepOfFile,
} from './registration-steps.ts'
import { fileFields, type RegistrationValues, stepSchemas } from './registration-values.ts'
import { draftOf, restoreDraft } from './restore-draft.ts'

/** The same screen has two addresses. */
export type RegisterCenterPath = '/register-center' | '/centro-de-registro'

// Each step answers for its own fields alone, which the form's one type cannot say.
const resolvers = registrationSteps.map(
  ({ key }) => zodResolver(z.object({ [key]: stepSchemas[key] })) as unknown as Resolver<RegistrationValues>,
)

/** Fields whose text the server refused: typing in them takes it back. */
const refusedByServer = 'server'

/** What was typed, what was chosen, on which step one stands, and how it survives a reload and a refusal. */
export function useCenterWizard({ step, path }: { step: StepNumber; path: RegisterCenterPath }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Where a reload has found the person, who first has to type the password again. */
  const [resumeAt, setResumeAt] = useState<StepNumber>()
  const [passwordForgotten, setPasswordForgotten] = useState(false)
  const [takenEmail, setTakenEmail] = useState<string>()
  const [owed, setOwed] = useState<RegistrationRefusal>()
  const form = useForm<RegistrationValues>({
    // The first screens have no defaults, so that what was typed before hydration stays.
    defaultValues: {
      // Asked for only with video calls: without them it is empty.
      availability: { modality: [], sessionDuration: String(sessionMinutes.preset), platform: '' },
      services: { priced: [] },
      terms: { acceptTerms: false, acceptPrivacy: false, publicProfile: false },
    },
    resolver: resolvers[step - 1],
    // While typing: a message that went on blur would move the button from under the press that took the focus.
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
  const files = useChosenFiles((names) => centerDraft.write(draftOf(form.getValues(), names)))

  const keep = useEffectEvent((typed: object, name: string | undefined) => {
    centerDraft.write(draftOf(typed, files.names))
    const field = name as FieldPath<RegistrationValues> | undefined
    if (field && form.getFieldState(field).error?.type === refusedByServer) form.clearErrors(field)
  })
  const { setLost } = files
  useEffect(() => {
    const draft = centerDraft.read()
    restoreDraft(form, draft)
    setLost(draft.files)
    setPasswordForgotten(draft.accessData.email !== undefined && !form.getValues('accessData.password'))
    const watching = form.watch((typed, { name }) => keep(typed, name))
    return () => watching.unsubscribe()
  }, [form, setLost])

  async function go(to: StepNumber) {
    // The next step starts unjudged.
    form.reset(undefined, { keepValues: true })
    await navigate({ to: path, search: { paso: to === 1 ? undefined : String(to) }, resetScroll: false })
    heading.current?.focus({ preventScroll: true })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
  }

  // Also after a reload or a step typed into the address: never in front of what is still missing.
  useEffect(() => {
    const furthest = furthestStep(form.getValues())
    if (step <= furthest) return
    if (furthest === 1) setResumeAt(step)
    void navigate({ to: path, search: { paso: furthest === 1 ? undefined : String(furthest) }, replace: true })
  }, [step, path, form, navigate])

  /** After a reload the password leads on to where one was, unless a file on the way has to be chosen again. */
  function afterFirst(): StepNumber {
    if (resumeAt === undefined) return 2
    const lostAt = fileFields.filter((field) => files.lost[field] !== undefined).map((field) => stepOfFile[field])
    const furthest = furthestStep(form.getValues())
    return [resumeAt, furthest, ...lostAt].toSorted((one, other) => one - other)[0] ?? 2
  }

  async function goOn() {
    if (step === lastStep) return
    setPasswordForgotten(false)
    setResumeAt(undefined)
    await go(step === 1 ? afterFirst() : stepAfter(step, 1))
  }

  /** Back to the screen that the server's refusal is about; what was typed and chosen stays. */
  async function mend(refusal: RegistrationRefusal) {
    files.setErrors(refusal.files)
    if (refusal.taken) setTakenEmail(form.getValues('accessData.email').trim().toLowerCase())
    if (refusal.step === undefined) return
    if (refusal.step !== step) await go(refusal.step)
    setOwed(refusal)
  }
  useEffect(() => {
    if (owed?.step !== step) return
    for (const { name, message } of owed.fields) {
      form.setError(name as FieldPath<RegistrationValues>, { type: refusedByServer, message })
    }
    const [first] = owed.fields
    if (first) form.setFocus(first.name as FieldPath<RegistrationValues>)
    setOwed(undefined)
  }, [owed, step, form])

  return { form, files, heading, go, goOn, mend, takenEmail, passwordForgotten }
}
