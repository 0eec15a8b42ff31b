import { DependantDialog } from '#web/features/accounts/dependants/dependant-dialog.tsx'
import { ProfileForm as PersonForm } from '#web/features/accounts/profile/profile-form.tsx'
import { RegisterFields } from '#web/features/appointments/access/register-fields.tsx'
import { AuthCenterForm } from '#web/features/auth/registration/auth-center-form.tsx'
import { AuthPatientForm } from '#web/features/auth/registration/auth-patient-form.tsx'
import { CompleteRegistrationForm } from '#web/features/auth/registration/complete-registration-form.tsx'
import { PatientWizard } from '#web/features/auth/registration/patient-wizard.tsx'
import { CenterWizard } from '#web/features/centers/registration/center-wizard.tsx'
import { CenterTaxDataDialog } from '#web/features/invoicing/center-tax-data.tsx'
import { DocumentNumberDialog } from '#web/features/invoicing/document-number-dialog.tsx'
import { OwnTaxDataDialog } from '#web/features/invoicing/own-tax-data.tsx'
import { RegisterInvited } from '#web/features/team/invitation/register-invited.tsx'
import { press, tick, type } from '#web/testing/screen.tsx'
import type { FormCase } from './form-case.ts'
import { centerId, dependant, me, nothing } from './form-data.ts'

const address = { address: 'Rincón 500', city: 'Montevideo', department: 'Montevideo' }
const company = {
  version: 'first',
  data: { ...address, kind: 'rut', number: '219000090011', name: 'Ombú SA' },
} as const
const issuer = {
  version: 'first',
  changedAt: null,
  earlier: [],
  data: { ...address, rut: '211003420017', legalName: 'Centro SRL', branchCode: 1 },
}

const fiscalDocument = {
  internalId: 'V-00000000-0000-4000-8000-000000000001',
  day: '2026-11-10',
  kind: 'sale',
  typeCode: 101,
  totalCents: 150_000,
  series: 'A',
  providerNumber: 12,
  state: 'issued',
  version: 'first',
} as const

/** The forms of registration, and those of an account. */
export const accountForms: readonly FormCase[] = [
  {
    form: "a person's own data",
    file: 'accounts/profile/profile-form.tsx',
    screen: <PersonForm me={me} />,
    route: 'accounts.updateProfile',
  },
  {
    form: "a centre's registration that another provider began",
    file: 'auth/registration/complete-registration-form.tsx',
    screen: <CompleteRegistrationForm me={me} kind="center" onCompleted={async () => undefined} />,
    route: 'accounts.completeRegistration',
    prepare: async () => {
      await type('centerName', 'Centro Ombú')
      await type('specialty', 'Psicología')
    },
  },
  {
    form: "a patient's registration that another provider began",
    file: 'auth/registration/complete-registration-form.tsx',
    screen: <CompleteRegistrationForm me={me} kind="patient" onCompleted={async () => undefined} />,
    route: 'accounts.completeRegistration',
  },
  {
    form: 'a dependant',
    file: 'accounts/dependants/dependant-dialog.tsx',
    screen: <DependantDialog dependant={dependant} open onClose={nothing} />,
    route: 'dependants.update',
  },
  {
    form: "a patient's tax data",
    file: 'invoicing/own-tax-data.tsx',
    screen: <OwnTaxDataDialog stored={company} open onClose={nothing} />,
    route: 'invoicing.updateOwn',
  },
  {
    form: "a centre's tax data",
    file: 'invoicing/center-tax-data.tsx',
    screen: <CenterTaxDataDialog centerId={centerId} stored={issuer} open onClose={nothing} />,
    route: 'invoicing.updateCenter',
  },
  {
    form: "a fiscal document's number",
    file: 'invoicing/document-number-dialog.tsx',
    screen: <DocumentNumberDialog centerId={centerId} document={fiscalDocument} open onClose={nothing} />,
    route: 'invoicing.recordNumber',
  },
  {
    form: "a centre's registration at /auth",
    file: 'auth/registration/auth-center-form.tsx',
    screen: <AuthCenterForm leadsTo="/center-welcome" onSubmitting={nothing} />,
  },
  {
    form: "a patient's registration at /auth",
    file: 'auth/registration/auth-patient-form.tsx',
    screen: <AuthPatientForm leadsTo="/patient-welcome" onSubmitting={nothing} />,
  },
  {
    form: "the booking's own registration",
    file: 'appointments/access/register-fields.tsx',
    screen: (
      <RegisterFields
        returnHref="/book"
        onBusy={nothing}
        onRegistered={nothing}
        onTaken={nothing}
        onMailSent={nothing}
      />
    ),
  },
  ...[1, 2, 3].map((step) => ({
    form: `step ${step} of a patient's registration`,
    file: 'auth/registration/patient-wizard.tsx',
    screen: <PatientWizard step={step} next={undefined} onSubmitting={nothing} />,
  })),
  ...[1, 2, 3, 4, 5, 6].map((step) => ({
    form: `step ${step} of a centre's registration`,
    file: 'centers/registration/use-center-wizard.ts',
    screen: <CenterWizard step={step} onSubmitting={nothing} />,
    prepare: async () => {
      if (step === 4) await tick('availability.modality', 'Online')
      if (step === 5) await press('Agregar un servicio con precio')
    },
  })),
  {
    form: 'the registration of an invited person',
    file: 'team/invitation/register-invited.tsx',
    screen: <RegisterInvited token="x" centerName="Centro Ombú" />,
    route: 'team.registerInvited',
  },
]
