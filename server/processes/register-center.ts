import { ORPCError } from '@orpc/server'
import { type CenterRegistrationForm, missingSpecialties, readPin } from '#contract/center-registration.ts'
import { failField, failRequest } from '#contract/errors.ts'
import type { PictureKind } from '#contract/pictures.ts'
import { api } from '#server/api/procedures.ts'
import { findUnstorableText } from '#server/api/unstorable-text.ts'
import type { Metadata } from '#server/features/auth/auth.types.ts'
import { requireCaptcha } from '#server/features/auth/endpoints/captcha.ts'
import { sendLink } from '#server/features/auth/links/send-link.ts'
import { hashPassword } from '#server/features/auth/passwords/passwords.ts'
import { AuthError } from '#server/features/auth/protocol/errors.ts'
import { countRequest, countSignUp } from '#server/features/auth/protocol/limits.ts'
import { findUser, lockUserByEmail } from '#server/features/auth/repository/users.ts'
import { signUpCookie } from '#server/features/auth/sessions/sign-up-browser.ts'
import { insertAccount } from '#server/features/auth/usecases/create-account.ts'
import { fail } from '#server/features/centers/centers.errors.ts'
import type { NewCenter } from '#server/features/centers/centers.types.ts'
import { insertCenter } from '#server/features/centers/repository/centers.ts'
import {
  centerOfRegistration,
  metadataOfRegistration,
  professionalOfRegistration,
  readSpecialties,
  readWeek,
} from '#server/features/centers/rules/registration.ts'
import { addProfessionalIn } from '#server/features/centers/usecases/add-professional.ts'
import { findDepartment, locateAddress } from '#server/features/centers/usecases/create-center.ts'
import { setWeeklyHours } from '#server/features/centers/usecases/set-hours.ts'
import {
  addFirstChecks,
  type NewDocument,
  requireDocument,
  type UploadedDocument,
} from '#server/features/centers/usecases/store-document.ts'
import { findPinRefusal } from '#server/features/centers/usecases/update-profile.ts'
import { addServiceIn } from '#server/features/centers/usecases/update-services.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { type NewFile, storeFiles } from '#server/platform/files.ts'
import { newId } from '#server/platform/ids.ts'
import { requirePhone } from '#server/platform/phones.ts'
import { convertPicture, type NewPicture } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type Attempt, addressAttempts, countAttempts } from '#server/platform/rate-limit.ts'
import { requireShownVersions } from '#server/platform/shown-legal-versions.ts'

export const registerCenterRoutes = {
  centers: {
    register: api.centers.register.handler(async ({ input, context }) => {
      const { form, captchaToken = '', ...uploads } = input
      // The form is JSON within a text field, so the middleware has not checked its texts.
      const path = findUnstorableText(form)
      if (path !== undefined) throw failField(`form.${path}`, 'Contiene caracteres que no se pueden guardar.')
      const { address } = context.visitor
      const registered = await registerCenter(context.platform, { form, uploads, captchaToken, address })
      // Also when the address has an account, which has another id: the response must not reveal that.
      context.visitor.setCookie(signUpCookie({ ...context, userId: registered.centerId }))
      return registered
    }),
  },
}

type Uploads = { profilePhoto?: File; logo?: File; certifications?: UploadedDocument }
type Registration = {
  form: CenterRegistrationForm
  uploads: Uploads
  captchaToken: string
  /** The visitor's IP address. */
  address: string
  /** Tests pass the URL of a fake captcha provider. */
  captchaUrl?: string
}
type RegistrationFiles = {
  photo: NewPicture | undefined
  logo: NewPicture | undefined
  certification: NewDocument | undefined
}

/**
 * Stores a whole registration in one transaction: account, centre, professional, hours, services, documents and files. The
 * centre is hidden until staff approve it.
 * @throws centers.email_taken, centers.captcha_failed, centers.files_later, files.not_an_image, files.not_a_pdf, request.terms_changed
 */
export async function registerCenter(
  platform: Platform,
  options: Registration,
): Promise<{ centerId: string; needsConfirmation: boolean }> {
  const submitted = withPhone(options.form)
  const email = submitted.accessData.email.toLowerCase()
  await countRequest({ platform, limit: 'signUpFromAddress', address: options.address })
  if (readSpecialties(submitted.personalInfo.specialties).length === 0) {
    throw failField('form.personalInfo.specialties', missingSpecialties)
  }
  requireShownVersions(submitted.terms.versions)
  // A captcha can be verified only once, so the errors that the visitor can correct are reported first.
  await requireSolvedCaptcha(platform, options)
  await countSignUp({ platform, email, address: options.address })
  const { requireEmailConfirmation } = platform.settings
  // Fails early. The insert of the account checks again. When addresses must be confirmed, the response must not reveal
  // whether the address has an account.
  if (!requireEmailConfirmation && (await findUser(platform.db, { email }))) {
    throw fail('centers.email_taken')
  }

  // Before the files are read, so that a refused one costs its sender as much.
  await countUploads(platform, options)
  const uploads = await readUploads(platform, { ...options.uploads, address: options.address })
  await countStoredFiles(platform, filesOf(uploads))
  const form = await withDepartment(platform, submitted)
  const passwordHash = await hashPassword(form.accessData.password)
  const pin = await findPin(platform, form.centerInfo)
  const insert = (input: { email: string; isDryRun: boolean }) =>
    storeFiles({
      files: platform.files,
      written: filesOf(uploads),
      commit: () =>
        platform.db.transaction().execute(async (tx) => {
          const centerId = await insertAll(tx, { platform, form, passwordHash, pin, ...uploads, ...input })
          if (input.isDryRun) throw new DryRunError(centerId)
          return centerId
        }),
    })
  try {
    const isDryRun = requireEmailConfirmation && (await findUser(platform.db, { email })) !== undefined
    const centerId = await insert({ email: isDryRun ? `${newId()}@rehearsal.invalid` : email, isDryRun })
    return { centerId, needsConfirmation: requireEmailConfirmation }
  } catch (error) {
    // The second of two registrations at the same time only finds out here that the address is taken.
    const isTaken = error instanceof ORPCError && error.code === 'centers.email_taken'
    if (!requireEmailConfirmation || !(isTaken || error instanceof DryRunError)) throw error
    await mailSignUpLink(platform, { email, passwordHash, metadata: metadataOfRegistration(form) })
    return { centerId: error instanceof DryRunError ? error.centerId : newId(), needsConfirmation: true }
  }
}

/**
 * Rolls back a registration whose address already has an account. This dry run does the same work, takes the same time and can
 * fail for the same reasons, so the response does not reveal that there is an account.
 */
class DryRunError extends Error {
  readonly centerId: string
  constructor(centerId: string) {
    super('the dry run of a registration ended')
    this.centerId = centerId
  }
}

/**
 * Mails the owner of an unconfirmed account a link that confirms this registration, as a sign-up with its address would do.
 * The link does not include the files and services of the registration. A confirmed account gets no mail.
 */
async function mailSignUpLink(
  platform: Platform,
  { email, passwordHash, metadata }: { email: string; passwordHash: string; metadata: Metadata },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (user?.email_verified_at !== null) return
    const attempt = { passwordHash, metadata }
    await sendLink(tx, { platform, user, kind: 'signup', redirectTo: `${platform.settings.publicUrl}/`, attempt })
  })
}

function withPhone(form: CenterRegistrationForm): CenterRegistrationForm {
  const { contactPhone } = form.centerInfo
  const phone = requirePhone({ phone: contactPhone, field: 'form.centerInfo.contactPhone' })
  return { ...form, centerInfo: { ...form.centerInfo, contactPhone: phone } }
}

/** Reads the database, so it runs after the limits and the captcha. */
async function withDepartment(platform: Platform, form: CenterRegistrationForm): Promise<CenterRegistrationForm> {
  const { address, neighborhood, department } = form.centerInfo
  if (department !== '') return form
  const found = await findDepartment(platform, { address, neighborhood: neighborhood || null })
  return { ...form, centerInfo: { ...form.centerInfo, department: found } }
}

type Pin = Pick<NewCenter, 'coordinates' | 'isPinExact'>

/** The pin that was set on the map, or else the approximate one of the address. Reads the database, as withDepartment(). */
async function findPin(
  platform: Platform,
  { address, neighborhood, department, pin }: CenterRegistrationForm['centerInfo'],
): Promise<Pin> {
  const set = readPin(pin)
  if (set === undefined) {
    const coordinates = await locateAddress(platform, { address, neighborhood: neighborhood || null, department })
    return { ...(coordinates && { coordinates }) }
  }
  const refusal = await findPinRefusal(platform.db, { pin: set, department })
  if (refusal !== undefined) throw failField('form.centerInfo.pin', refusal)
  return { coordinates: set, isPinExact: true }
}

async function insertAll(
  tx: Tx,
  input: RegistrationFiles & {
    platform: Platform
    form: CenterRegistrationForm
    email: string
    passwordHash: string
    pin: Pin
  },
): Promise<string> {
  const { platform, form, email, passwordHash, pin } = input
  const now = platform.clock.now()
  const metadata = metadataOfRegistration(form)
  const userId = await insertAccount(tx, {
    email,
    passwordHash,
    metadata,
    autoconfirm: !platform.settings.requireEmailConfirmation,
    now,
  })
  // The second of two registrations at the same time waited in insertAccount() for the first.
  if (userId === undefined) throw fail('centers.email_taken')
  // Unlike the link of a sign-up, this one has no `attempt`: the account already has all the data.
  const user = { id: userId, email, new_email: null }
  await sendLink(tx, { platform, user, kind: 'signup', redirectTo: `${platform.settings.publicUrl}/` })

  const center = centerOfRegistration(form, { ownerId: userId, email, logoUrl: input.logo?.url ?? null })
  await insertCenter(tx, { center: { ...center, ...pin }, now })
  const professional = professionalOfRegistration(form, { centerId: userId, photoUrl: input.photo?.url ?? null })
  const { professionalId } = await addProfessionalIn(tx, { professional, now })
  await setWeeklyHours(tx, { professionalId, intervals: readWeek(form.availability) })
  for (const service of form.services.priced) {
    await addServiceIn(tx, { service: { ...service, centerId: userId, professionalId }, now })
  }
  await addFirstChecks(tx, { centerId: userId, userId, certification: input.certification, now })
  return userId
}

/** Checks and converts the files. An error names the field of the form. */
async function readUploads(
  { clock }: Platform,
  { address, ...input }: Uploads & { address: string },
): Promise<RegistrationFiles> {
  const certification =
    input.certifications &&
    (await requireDocument({
      uploaded: input.certifications,
      field: 'certifications',
      sender: address,
      network: countedNetwork(address),
      now: clock.now(),
    }))
  const photo = await readPicture({ kind: 'photo', file: input.profilePhoto, field: 'profilePhoto', sender: address })
  const logo = await readPicture({ kind: 'logo', file: input.logo, field: 'logo', sender: address })
  return { photo, logo, certification }
}

function filesOf({ photo, logo, certification }: RegistrationFiles): NewFile[] {
  return [...(photo?.files ?? []), ...(logo?.files ?? []), ...(certification ? [certification.file] : [])]
}

const daySeconds = 86_400
/** Kilobytes that registrations send in a day from one network address, and store in total: any visitor may send them. */
const dailyKilobytesOfAddress = 60_000
const dailyKilobytes = 1_000_000
const kilobytesOfDay = (name: string, bytes: number) => ({
  name,
  amount: Math.ceil(bytes / 1000),
  windowSeconds: daySeconds,
})

/** @throws centers.files_later */
async function countUploads(
  platform: Platform,
  { uploads, address }: Pick<Registration, 'uploads' | 'address'>,
): Promise<void> {
  const bytes = Object.values(uploads)
    .flat()
    .reduce((sum, file) => sum + (file?.size ?? 0), 0)
  const day = kilobytesOfDay('centers.registered_kilobytes', bytes)
  if (bytes > 0) await countKilobytes(platform, addressAttempts({ ...day, address, limit: dailyKilobytesOfAddress }))
}

/** What a refused file would have stored does not count against everyone's. @throws centers.files_later */
async function countStoredFiles(platform: Platform, files: readonly NewFile[]): Promise<void> {
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0)
  const day = kilobytesOfDay('centers.registered_kilobytes.all', bytes)
  if (bytes > 0) await countKilobytes(platform, [{ ...day, key: 'all', limit: dailyKilobytes }])
}

async function countKilobytes(platform: Platform, attempts: readonly Attempt[]): Promise<void> {
  try {
    await countAttempts(platform, attempts)
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'request.too_many') throw fail('centers.files_later')
    throw error
  }
}

async function readPicture({
  file,
  kind,
  field,
  sender,
}: {
  kind: PictureKind
  file: File | undefined
  field: string
  sender: string
}): Promise<NewPicture | undefined> {
  if (!file) return undefined
  const picture = await convertPicture({
    kind,
    content: new Uint8Array(await file.arrayBuffer()),
    sender,
    network: countedNetwork(sender),
  })
  if (!picture) throw fail('files.not_an_image', { field })
  return picture
}

/** Turns the errors of the authentication routes into those of the contract. */
async function requireSolvedCaptcha(platform: Platform, { captchaUrl, captchaToken }: Registration): Promise<void> {
  try {
    await requireCaptcha({ platform, captchaUrl, token: captchaToken })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.code === 'captcha_failed') throw fail('centers.captcha_failed')
    throw failRequest('service.unavailable')
  }
}
