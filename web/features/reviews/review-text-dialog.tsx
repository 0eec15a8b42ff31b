import { type SubmitEvent, useId, useState } from 'react'

import type { OwnReview } from '#contract/reviews.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type Props = {
  /** Undefined: closed. */
  review: OwnReview | undefined
  onClose: () => void
  title: string
  description: string
  label: string
  max: number
  missing: string
  submitLabel: string
  pendingLabel: string
  act: { isPending: boolean; error: Error | null; reset: () => void }
  send: (review: OwnReview, text: string) => void
}

/** One text about a review: the answer to it, or what is wrong with it. */
export function ReviewTextDialog({ review, onClose, title, description, act, ...form }: Props) {
  const formId = useId()
  return (
    <Dialog
      open={review !== undefined}
      onOpenChange={(open) => {
        if (open || act.isPending) return
        act.reset()
        onClose()
      }}
      keepOpenOnOutsidePress
      title={title}
      description={description}
      footer={
        <Button type="submit" form={formId} pending={act.isPending} pendingLabel={form.pendingLabel}>
          {form.submitLabel}
        </Button>
      }
    >
      {review && <TextForm key={review.id} id={formId} review={review} act={act} {...form} />}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'review' | 'onClose' | 'title' | 'description'> & { id: string; review: OwnReview }

function TextForm({ id, review, act, label, max, missing, send }: FormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isMissing = text.trim() === ''
    setError(isMissing ? missing : undefined)
    if (!isMissing) send(review, text)
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <FormError error={act.error && errorMessage(act.error)} />
      {review.comment && (
        <blockquote className="border-l-2 border-path pl-4 text-ink-soft wrap-anywhere whitespace-pre-line">
          {review.comment}
        </blockquote>
      )}
      <TextArea
        label={label}
        rows={5}
        maxLength={max}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}
