import { useEffect, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { sessionMinutes } from '#contract/calendar.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { lateSchema } from '#web/platform/late-schema.ts'
import { setFieldErrors } from '#web/platform/server-errors.ts'
import { useWizard } from '#web/platform/use-wizard.ts'
import { furthestStep } from '#web/platform/wizard-steps.ts'
import { centerDraft } from './center-draft.ts'
import { useChosenFiles } from './chosen-files.ts'
import type { RegistrationError } from './registration-error.ts'
import { lastStep, stepOfFile, summarySectionId } from './registration-steps.ts'
import { fileFields, type RegistrationValues, withAnyPassword } from './registration-values.ts'

export const registrationSchemas = lateSchema(() =>
  import('./wizard-schemas.ts').then((module) => module.wizardSchemas),
)

const refusedByServer = 'server'

/** The first steps have no default values, so that text typed before hydration stays. */
const defaultValues = {
  // Empty without video calls.
  availability: { modality: [], sessionDuration: String(sessionMinutes.preset), platform: '' },
  services: { priced: [] },
  terms: { acceptTerms: false, acceptPrivacy: false, publicProfile: false },
  files: {},
}

export function useCenterWizard(step: number) {
  /** The step to return to after the visitor has typed a lost password again. */
  const [resumeAt, setResumeAt] = useState<number>()
  /** The step that was opened from the summary, or by an error of the whole registration, and returns to the summary. */
  const [editedStep, setEditedStep] = useState<number>()
  const [isPasswordLost, setPasswordLost] = useState(false)
  const [takenEmail, setTakenEmail] = useState<string>()
  const { form, heading, go } = useWizard<RegistrationValues>({
    step,
    schemas: registrationSchemas,
    defaultValues,
    draft: centerDraft,
    fillUnkept: withAnyPassword,
    onSentBack: (to) => {
      if (to === 1) setResumeAt(step)
    },
  })
  const files = useChosenFiles(form)
  const focusPassword = useFocusedPassword({ form, step })
  const showOnceOpen = usePendingErrors({ form, step })
  const focusSection = useFocusedSection(step)
  const isEditing = step === editedStep && step !== lastStep

  useEffect(() => {
    const { email } = centerDraft.read().accessData
    setPasswordLost(email !== undefined && !form.getValues('accessData.password'))
  }, [form])
  useClearedServerErrors(form)

  /** Once the password is typed again: the step before the reload, or an earlier one that is incomplete or lost a file. */
  async function stepAfterPassword(): Promise<number> {
    if (resumeAt === undefined) return 2
    const lostAt = fileFields.filter((field) => files.lost[field] !== undefined).map((field) => stepOfFile[field])
    return Math.min(
      resumeAt,
      furthestStep({ schemas: await registrationSchemas.load(), typed: withAnyPassword(form.getValues()) }),
      ...lostAt,
    )
  }

  /** Opens one step from the summary; saving it returns to its section there. */
  async function edit(to: number) {
    setEditedStep(to)
    await go(to)
  }

  /** Opens the step of a lost password from the summary. */
  async function goToPassword() {
    setPasswordLost(true)
    await edit(1)
    focusPassword()
  }

  /** Opens the step of the password if it is missing. @returns whether it is missing */
  async function requirePassword(): Promise<boolean> {
    if (form.getValues('accessData.password')) return false
    setPasswordLost(true)
    setEditedStep(undefined)
    setResumeAt(lastStep)
    await go(1)
    focusPassword()
    return true
  }

  async function openNextStep() {
    if (step === lastStep) return
    if (isEditing) {
      // A password that a reload has lost stays missing until its own step is saved.
      if (step === 1) setPasswordLost(false)
      setEditedStep(undefined)
      focusSection(step)
      return go(lastStep, { keepsFocus: true })
    }
    setPasswordLost(false)
    setResumeAt(undefined)
    await go(step === 1 ? await stepAfterPassword() : step + 1)
  }

  /** Opens the step of the server's error; typed values and files stay. */
  async function showServerErrors(refusal: RegistrationError) {
    files.setErrors(refusal.files)
    if (refusal.taken) setTakenEmail(cleanEmail(form.getValues('accessData.email')).toLowerCase())
    if (refusal.step === undefined) return
    if (refusal.step !== step) await edit(refusal.step)
    showOnceOpen(refusal)
  }

  return {
    form,
    files,
    heading,
    go,
    edit,
    isEditing,
    openNextStep,
    goToPassword,
    requirePassword,
    showServerErrors,
    takenEmail,
    isPasswordLost,
  }
}

function useClearedServerErrors(form: UseFormReturn<RegistrationValues>): void {
  useEffect(() => {
    const subscription = form.watch((_typed, { name }) => {
      const field = name as FieldPath<RegistrationValues> | undefined
      if (field && form.getFieldState(field).error?.type === refusedByServer) form.clearErrors(field)
    })
    return () => subscription.unsubscribe()
  }, [form])
}

type StepForm = { form: UseFormReturn<RegistrationValues>; step: number }

/** The password field takes the focus once its step is shown. */
function useFocusedPassword({ form, step }: StepForm): () => void {
  const [isRequested, setRequested] = useState(false)
  useEffect(() => {
    if (!isRequested || step !== 1) return
    form.setFocus('accessData.password')
    setRequested(false)
  }, [isRequested, step, form])
  return () => setRequested(true)
}

/** A section of the summary takes the focus once the summary is shown. */
function useFocusedSection(step: number): (section: number) => void {
  const [section, setSection] = useState<number>()
  useEffect(() => {
    if (section === undefined || step !== lastStep) return
    document.getElementById(summarySectionId(section))?.focus()
    setSection(undefined)
  }, [section, step])
  return setSection
}

/** The server's errors appear beside their fields once their step is shown. */
function usePendingErrors({ form, step }: StepForm): (refusal: RegistrationError) => void {
  const [pendingErrors, setPendingErrors] = useState<RegistrationError>()
  useEffect(() => {
    if (pendingErrors?.step !== step) return
    const refusedFields = pendingErrors.fields.map(({ name, message }) => ({ path: name, message }))
    setFieldErrors(form, refusedFields, { fieldOf: shownField, type: refusedByServer })
    const [first] = refusedFields.flatMap(({ path }) => shownField(path) ?? [])
    if (first) form.setFocus(first)
    setPendingErrors(undefined)
  }, [pendingErrors, step, form])
  return setPendingErrors
}

/** The visible field of a path: its own, or the field of the list around it. */
function shownField(path: string): FieldPath<RegistrationValues> | undefined {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    if (document.getElementsByName(name).length > 0) return name as FieldPath<RegistrationValues>
  }
  return undefined
}
