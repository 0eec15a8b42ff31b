import { describe, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { refusalCause } from './mail-refusals.ts'
import { mailServerAt } from './mail-server.ts'

type Command = keyof NonNullable<NonNullable<Parameters<typeof startMailServer>[0]>['refusals']>

/** The error with which nodemailer reports the reply. */
async function refusal(command: Command, reply: string): Promise<Error> {
  const { port } = await startMailServer({ refusals: { [command]: reply } })
  const message = { from: 'no-reply@senda.uy', to: 'lucia@ejemplo.uy', subject: 'Hola', text: 'Hola' }
  const sending = mailServerAt(`smtp://senda:clave@127.0.0.1:${port}`).send(message, { onHandOver() {} })
  const error = await sending.then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  if (!error) throw new Error('the mail was accepted')
  return error
}

describe('a mail server refuses with a 5xx reply', () => {
  it.for([
    ['AUTH', '535 5.7.8 Username and Password not accepted'],
    ['AUTH', '535 Authentication failed'],
    ['AUTH', '534 5.7.9 Application-specific password required'],
    ['MAIL FROM', '530 5.7.0 Authentication Required'],
    ['MAIL FROM', '550 5.4.5 Daily user sending limit exceeded'],
    ['MAIL FROM', '552 5.2.2 This message is larger than your quota'],
    ['MAIL FROM', '550 5.7.1 Sender rate limit exceeded'],
    ['MAIL FROM', '553 5.1.8 Sender address rejected: Domain not found'],
    ['MAIL FROM', '550 5.1.1 Unknown sender'],
    ['MAIL FROM', '550 Sender not allowed'],
    ['RCPT TO', '550 5.1.0 no-reply@senda.uy: Sender address rejected: User unknown'],
    ['RCPT TO', '553 5.1.7 Bad sender address syntax'],
    ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found'],
    ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded'],
    ['RCPT TO', '554 5.7.1 Relay access denied'],
    ['RCPT TO', '530 5.7.0 Must issue a STARTTLS command first'],
    ['RCPT TO', '503 5.5.1 Error: need MAIL command'],
    ['RCPT TO', '554 Service unavailable'],
    ['DATA', '554 5.1.8 Sender address rejected'],
    ['DATA', '554 Transaction failed: sender is not verified'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded'],
    ['DATA', '550 5.7.1 Message rejected: the sender is not authorized'],
    ['DATA', '550 5.7.26 This mail is unauthenticated'],
    ['DATA', '550 5.7.515 Access denied, the sending domain does not meet the required authentication level'],
    ['DATA', '550 Mail rejected'],
  ] as const)('because of our account: %s %s', async ([command, reply]) => {
    expect(refusalCause(await refusal(command, reply))).toBe('our account')
  })

  it.for([
    ['RCPT TO', '550 5.1.1 no such person'],
    ['RCPT TO', '550 5.1.2 no such domain'],
    ['RCPT TO', '501 5.1.3 bad address syntax'],
    ['RCPT TO', '551 5.1.6 the person has moved'],
    ['RCPT TO', '556 5.1.10 the domain accepts no mail'],
    ['RCPT TO', '550 5.2.1 the mailbox is disabled'],
    ['RCPT TO', '553 5.6.7 non-ASCII addresses are not permitted'],
    ['RCPT TO', '550 no such person'],
    ['RCPT TO', '550 User unknown in local recipient table'],
    ['RCPT TO', '550 <lucia@ejemplo.uy>: Recipient address rejected: User unknown in virtual mailbox table'],
    ['RCPT TO', "551 the mailbox lucia@ejemplo.uy doesn't exist"],
    ['RCPT TO', '553 sorry, no mailbox here by that name (#5.1.1)'],
    ['RCPT TO', '550 Unknown recipient'],
    ['DATA', '550 5.1.1 no such person'],
    ['DATA', '554 5.2.3 too long for this mailbox'],
    ['DATA', '552 5.3.4 the message is too long'],
    ['DATA', '554 5.6.0 bad content'],
  ] as const)('because of the recipient or the content: %s %s', async ([command, reply]) => {
    expect(refusalCause(await refusal(command, reply))).toBe('recipient or content')
  })

  it.for([
    '550 User has exceeded outgoing email quota',
    '550 Domain senda.uy has exceeded the max emails per hour (125/100) limit: no such user until then',
    '550 relay not permitted',
    '550 unknown user: relaying needs a password',
    '550 Requested action not taken: mailbox unavailable',
    '550 Requested action not taken: mailbox unavailable\nFailure sending mail. Try again later.',
    '550 Verification failed for <no-reply@senda.uy>\nNo Such User Here\nSender verify failed',
    '550 Too many unknown recipients',
    '550 Administrative prohibition',
    '551 user not local',
    '553 mailbox name not allowed',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 5.4.4 Host not found',
  ])('for an uncertain reason: RCPT TO %s', async (reply) => {
    expect(refusalCause(await refusal('RCPT TO', reply))).toBe('uncertain')
  })

  it('with a reply of any length, which is judged in linear time', () => {
    const response = `550 ${'user '.repeat(200_000)}`
    const startedAt = performance.now()
    expect(refusalCause(Object.assign(new Error(response), { command: 'RCPT TO', responseCode: 550, response }))).toBe(
      'uncertain',
    )
    expect(performance.now() - startedAt).toBeLessThan(200)
  })

  it.for(['RCPT TO', 'DATA'] as const)('because of a full mailbox: %s', async (command) => {
    expect(refusalCause(await refusal(command, '552 5.2.2 the mailbox is full'))).toBe('full mailbox')
  })
})

it.for([
  ['AUTH', '454 4.7.0 Temporary authentication failure'],
  ['MAIL FROM', '450 4.2.1 Peak limit exceeded'],
  ['RCPT TO', '450 4.2.1 the mailbox is busy'],
  ['DATA', '451 4.3.0 try again later'],
] as const)('a temporary reply is no refusal: %s %s', async ([command, reply]) => {
  expect(refusalCause(await refusal(command, reply))).toBeUndefined()
})
