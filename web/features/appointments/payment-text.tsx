import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import { paymentSentence, payOnlineWords } from './payment-sentence.ts'

/** The sentence about the payment. Its words that offer to pay online lead to the payment. */
export function PaymentText({ appointment }: { appointment: Appointment }) {
  const sentence = paymentSentence(appointment)
  const offer = appointment.can.pay ? payOnlineWords.find((words) => sentence.includes(words)) : undefined
  if (offer === undefined) return sentence
  const [before = '', after = ''] = sentence.split(offer)
  return (
    <>
      {before}
      <Link to="/dashboard" search={{ appointment: appointment.id, act: 'pay' }} className="link">
        {offer}
      </Link>
      {after}
    </>
  )
}
