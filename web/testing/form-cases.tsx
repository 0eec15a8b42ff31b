import { CollectDialog } from '#web/features/agenda/actions/collect-dialog.tsx'
import { MoveDialog } from '#web/features/agenda/actions/move-dialog.tsx'
import { RefundDialog } from '#web/features/agenda/actions/refund-dialog.tsx'
import { BookDialog } from '#web/features/agenda/booking/book-dialog.tsx'
import { ReviewDialog } from '#web/features/appointments/dashboard/review-dialog.tsx'
import { TimeOffDialog } from '#web/features/availability/time-off-dialog.tsx'
import { QuestionDialog } from '#web/features/centers/question/question-dialog.tsx'
import { UploadDialog } from '#web/features/compliance/upload-dialog.tsx'
import { CenterHelp } from '#web/features/contact/center-help.tsx'
import { FactsForm } from '#web/features/contacts/facts-form.tsx'
import { GuestForm } from '#web/features/contacts/guest-form.tsx'
import { ReportDialog as MessageReportDialog } from '#web/features/conversations/window/report-dialog.tsx'
import { OfferDialog } from '#web/features/packages/offer-dialog.tsx'
import { PartDialog } from '#web/features/packages/part-dialog.tsx'
import { SellDialog } from '#web/features/packages/sell-dialog.tsx'
import { PinCard } from '#web/features/practice/profile/pin-card.tsx'
import { ProfileForm } from '#web/features/practice/profile/profile-form.tsx'
import {
  AnswerDialog,
  ReaderReportDialog,
  ReplyDialog,
  ReportDialog,
} from '#web/features/reviews/review-text-dialog.tsx'
import { SupportForm } from '#web/features/support/support-form.tsx'
import { InviteDialog } from '#web/features/team/invite-dialog.tsx'
import { ProfessionalDialog } from '#web/features/team/professional-dialog.tsx'
import { ServiceDialog } from '#web/features/team/service-dialog.tsx'
import { CountForm } from '#web/features/tills/count-form.tsx'
import { press, tick, type } from '#web/testing/screen.tsx'
import { accountForms } from './account-forms.tsx'
import type { FormCase } from './form-case.ts'
import {
  appointment,
  booking,
  centerId,
  contact,
  contactForm,
  knownGuest,
  nothing,
  offeredPackage,
  openTill,
  ownCenter,
  paidInParts,
  professional,
  review,
  service,
  soldInParts,
} from './form-data.ts'
import { staffForms } from './staff-forms.tsx'

export const formCases: readonly FormCase[] = [
  {
    form: "the centre's profile",
    file: 'practice/profile/profile-form.tsx',
    screen: <ProfileForm center={ownCenter} />,
    route: 'practice.update',
  },
  {
    form: 'a known professional',
    file: 'team/professional-dialog.tsx',
    screen: <ProfessionalDialog centerId={centerId} professional={professional} open onClose={nothing} />,
    route: 'team.updateProfessional',
  },
  {
    form: 'a new professional',
    file: 'team/professional-dialog.tsx',
    screen: <ProfessionalDialog centerId={centerId} professional={undefined} open onClose={nothing} />,
    route: 'team.addProfessional',
  },
  {
    form: 'a new service',
    file: 'team/service-dialog.tsx',
    screen: (
      <ServiceDialog centerId={centerId} professional={professional} service={undefined} open onClose={nothing} />
    ),
    route: 'team.addService',
    renamed: { priceCents: 'price', durationMinutes: 'duration', depositCents: 'deposit', depositPercent: 'deposit' },
    prepare: () => type('depositFor', 'everyone'),
  },
  {
    form: 'an invitation',
    file: 'team/invite-dialog.tsx',
    screen: <InviteDialog centerId={centerId} professionals={[professional]} open onClose={nothing} />,
    route: 'team.invite',
  },
  {
    form: "the centre's pin",
    file: 'practice/profile/pin-card.tsx',
    screen: <PinCard center={ownCenter} />,
    route: 'practice.setPin',
  },
  {
    form: "a guest's contact data",
    file: 'contacts/guest-form.tsx',
    screen: <GuestForm {...contactForm} contact={contact} onOpen={nothing} />,
    route: 'contacts.updateGuest',
  },
  {
    form: 'what a centre keeps of a patient with an account',
    file: 'contacts/facts-form.tsx',
    screen: <FactsForm {...contactForm} contact={{ ...contact, kind: 'patient' }} />,
    route: 'contacts.updateFacts',
  },
  ...accountForms,
  { form: 'a request for help', file: 'contact/center-help.tsx', screen: <CenterHelp />, route: 'centers.requestHelp' },
  {
    form: 'a message to support',
    file: 'support/support-form.tsx',
    screen: <SupportForm from="contact" messageLabel="Mensaje" submitLabel="Enviar" hours="Lunes" />,
    route: 'support.send',
  },
  {
    form: 'a question of a visitor',
    file: 'centers/question/question-dialog.tsx',
    screen: <QuestionDialog centerId={centerId} centerName="Centro Rambla" onClose={nothing} />,
    route: 'questions.ask',
  },
  {
    form: 'time off',
    file: 'availability/time-off-dialog.tsx',
    screen: (
      <TimeOffDialog
        centerId={centerId}
        people={[{ professionalId: professional.id, name: 'Elena' }]}
        chosenId={professional.id}
        open
        onClose={nothing}
      />
    ),
    route: 'availability.addTimeOff',
    renamed: { startsAt: 'from', endsAt: 'to' },
  },
  {
    form: "the desk's booking for a known person",
    file: 'agenda/booking/book-dialog.tsx',
    screen: <BookDialog {...booking} person={knownGuest} />,
    route: 'agenda.book',
    renamed: { startsAt: 'date' },
    prepare: async () => {
      await type('serviceId', service.id)
      await type('place', 'home')
      await type('homeAddress', 'Benito Blanco 1234')
      await type('time', '10:00')
    },
    impossible: ['person', 'packageId', 'guest', 'guest.fullName', 'guest.phone', 'guest.email'],
  },
  {
    form: "the desk's booking for a new guest",
    file: 'agenda/booking/book-dialog.tsx',
    screen: <BookDialog {...booking} />,
    route: 'agenda.book',
    renamed: { startsAt: 'date', person: 'guest' },
    prepare: async () => {
      await type('serviceId', service.id)
      await type('time', '10:00')
      await type('combobox', 'Rita Sosa')
      await press('Nuevo paciente: Rita Sosa')
    },
    impossible: ['person', 'packageId', 'guest', 'homeAddress'],
  },
  {
    form: "the desk's booking for a person who is still missing",
    file: 'agenda/booking/book-dialog.tsx',
    screen: <BookDialog {...booking} />,
    prepare: () => type('serviceId', service.id),
    impossible: ['packageId', 'guest', 'guest.fullName', 'guest.phone', 'guest.email', 'homeAddress'],
  },
  {
    form: 'a move',
    file: 'agenda/actions/move-dialog.tsx',
    screen: <MoveDialog {...booking} appointment={appointment} onMoved={nothing} />,
    route: 'agenda.move',
    renamed: { startsAt: 'date' },
    prepare: () => type('time', '10:00'),
    impossible: ['isRequested'],
  },
  {
    form: 'a payment at the desk',
    file: 'agenda/actions/collect-dialog.tsx',
    screen: <CollectDialog {...booking} appointment={appointment} />,
    route: 'agenda.collect',
  },
  {
    form: 'a package that a centre sells',
    file: 'packages/offer-dialog.tsx',
    screen: <OfferDialog centerId={centerId} offer={offeredPackage} onClose={nothing} />,
    route: 'packages.updateOffer',
    // Shown where several professionals give the service.
    impossible: ['professionalIds'],
  },
  {
    form: 'the sale of a package',
    file: 'packages/sell-dialog.tsx',
    screen: <SellDialog centerId={centerId} kind="patient" personId={centerId} soldCount={0} onClose={nothing} />,
    route: 'packages.sell',
  },
  {
    form: 'a part of the price of a package',
    file: 'packages/part-dialog.tsx',
    screen: <PartDialog centerId={centerId} sold={soldInParts} onClose={nothing} />,
    route: 'packages.collect',
  },
  {
    form: 'a refund of a payment',
    file: 'agenda/actions/refund-dialog.tsx',
    screen: <RefundDialog {...booking} appointment={paidInParts} />,
    route: 'agenda.refund',
    renamed: { paymentId: 'payment', refundedCents: 'amountCents' },
    prepare: () => type('reason', 'Se cortó a la mitad'),
  },
  {
    form: 'the count of the till',
    file: 'tills/count-form.tsx',
    screen: <CountForm centerId={centerId} till={openTill} />,
    route: 'tills.close',
    prepare: async () => {
      await type('cashCents', '100')
      await type('debitCents', '0')
      await type('transferCents', '0')
    },
  },
  {
    form: 'a document',
    file: 'compliance/upload-dialog.tsx',
    screen: (
      <UploadDialog
        centerId={centerId}
        type="insurance"
        name="Seguro"
        replaces={false}
        isSolo={false}
        open
        onClose={nothing}
      />
    ),
    route: 'compliance.upload',
  },
  {
    form: "a centre's reply",
    file: 'reviews/review-text-dialog.tsx',
    screen: <ReplyDialog centerId={centerId} review={review} open onClose={nothing} />,
    route: 'reviews.reply',
    prepare: () => type('text', 'Gracias por tu opinión'),
  },
  {
    form: 'a report of a review',
    file: 'reviews/review-text-dialog.tsx',
    screen: <ReportDialog centerId={centerId} review={review} open onClose={nothing} />,
    route: 'reviews.report',
    renamed: { text: 'reason' },
    prepare: () => type('text', 'No es de un paciente'),
  },
  {
    form: "a reader's report of a review",
    file: 'reviews/review-text-dialog.tsx',
    screen: <ReaderReportDialog review={review} open onClose={nothing} />,
    route: 'reviews.reportAsReader',
    renamed: { text: 'reason' },
    prepare: () => type('text', 'Insulta'),
  },
  {
    form: "an author's answer to an action",
    file: 'reviews/review-text-dialog.tsx',
    screen: <AnswerDialog action={{ actionId: centerId, comment: '' } as never} open onClose={nothing} />,
    route: 'reviews.answerAction',
    prepare: () => type('text', 'Conté lo que pasó'),
  },
  {
    form: 'a report of a message',
    file: 'conversations/window/report-dialog.tsx',
    screen: (
      <MessageReportDialog
        conversation={{ id: centerId, other: { name: 'Ana' } } as never}
        message={{ number: 1, content: 'Hola' } as never}
        open
        onClose={nothing}
      />
    ),
    route: 'conversations.report',
    prepare: () => type('reason', 'Insulta'),
  },
  ...staffForms,
]

/** Forms that hold their few fields themselves, and show the server's errors above them. */
export const plainForms: readonly (FormCase & { route: string })[] = [
  {
    form: "a patient's review",
    file: 'appointments/dashboard/review-dialog.tsx',
    screen: (
      <ReviewDialog
        appointment={{ ...appointment, professional: { name: 'Elena' } } as never}
        open
        onClose={nothing}
        onReviewed={nothing}
      />
    ),
    route: 'reviews.create',
    prepare: () => tick('rating', '5'),
  },
]
