import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

import type { FormDraft } from './form-draft.ts'
import { type LateSchema, lateResolver } from './late-schema.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { furthestStep, type StepSchema } from './wizard-steps.ts'

type Wizard<Values extends FieldValues> = {
  step: number
  schemas: LateSchema<readonly StepSchema[]>
  /** Only for fields after the first step: a field without a default keeps text typed before hydration. */
  defaultValues?: DefaultValues<Values>
  draft: FormDraft<object>
  /** Replaces values that a draft never stores (the password), so that a reload stays on its step. */
  fillUnkept: (typed: Values) => object
  /** The address named a step whose earlier steps are incomplete. */
  onSentBack: (to: number) => void
}

/** One form over several screens: the address holds the step, and a draft in this browser holds the values. */
export function useWizard<Values extends FieldValues>({
  step,
  schemas,
  defaultValues,
  draft,
  fillUnkept,
  onSentBack,
}: Wizard<Values>) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm<Values>({
    defaultValues,
    // Each step validates only its own fields, which the form's single type cannot express.
    resolver: lateResolver(async () => schemaOf(await schemas.load(), step)) as unknown as Resolver<Values>,
    // On change: an error that disappears on blur would move the button under the pointer.
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })

  useEffect(() => {
    restore({ form, stored: draft.read(), defaultValues })
    if (fieldsOf(form.getValues()).some(wasTypedEarly(defaultValues))) draft.write(form.getValues())
    const watching = form.watch((typed) => draft.write(typed))
    return () => watching.unsubscribe()
  }, [form, draft, defaultValues])

  // Also after a reload or a step typed into the address: never beyond an incomplete step.
  const sendBack = useEffectEvent(onSentBack)
  const readFilled = useEffectEvent(() => fillUnkept(form.getValues()))
  useEffect(() => {
    // The first step is always open, and opens without its schema.
    if (step === 1) return undefined
    let isLeft = false
    const check = (loaded: readonly StepSchema[]) => {
      const furthest = furthestStep({ schemas: loaded, typed: readFilled() })
      if (isLeft || step <= furthest) return
      sendBack(furthest)
      void navigate({ to: '.', search: atStep(furthest), replace: true })
    }
    // Without a connection the step stays; submitting it loads the schemas again.
    schemas.load().then(check, () => undefined)
    return () => {
      isLeft = true
    }
  }, [step, schemas, navigate])

  /** `keepsFocus`: the opened step puts the focus itself, as on the part that was edited. */
  async function go(to: number, { keepsFocus = false } = {}) {
    // The next step starts without errors.
    form.reset(undefined, { keepValues: true })
    await navigate({ to: '.', search: atStep(to), resetScroll: false })
    if (keepsFocus) return
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  }

  return { form, heading, go }
}

function schemaOf(schemas: readonly StepSchema[], step: number): StepSchema {
  const schema = schemas[step - 1]
  if (!schema) throw new RangeError(`there is no step ${step}`)
  return schema
}

const atStep = (step: number) => (before: object) => ({ ...before, paso: step === 1 ? undefined : String(step) })

/** Restores the draft; text typed before hydration stays. */
function restore<Values extends FieldValues>({
  form,
  stored,
  defaultValues,
}: {
  form: UseFormReturn<Values>
  stored: object
  defaultValues: DefaultValues<Values> | undefined
}): void {
  for (const [name, value] of fieldsOf(stored)) {
    const field = name as FieldPath<Values>
    const wasTyped = wasTypedEarly(defaultValues)([name, form.getValues(field)])
    if (value !== undefined && !wasTyped) form.setValue(field, value as FieldPathValue<Values, typeof field>)
  }
}

/** Whether a field's value is text typed before hydration. A default value of the form is not. */
const wasTypedEarly =
  (defaultValues: object | undefined) =>
  ([name, value]: [name: string, value: unknown]): boolean =>
    get(defaultValues, name) === undefined && Boolean(value)

function fieldsOf(stored: object): [name: string, value: unknown][] {
  return Object.entries(stored).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value).map(([innerName, innerValue]): [string, unknown] => [`${name}.${innerName}`, innerValue])
      : [[name, value]],
  )
}
