import { expect } from 'vitest'
import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Actor } from '#server/api/actor.ts'
import { actorOf, startTestServer } from './app-server.ts'
import { buildCenter } from './builders.ts'
import type { TestPlatform } from './platform.ts'
import { fileOf, pdf, type Upload } from './uploads.ts'

/** A centre that uploads its documents over HTTP. */
export async function buildDocuments(platform: TestPlatform) {
  const { centerId } = await buildCenter(platform)
  const authenticate = (): Promise<Actor> => Promise.resolve(documents.actor)
  const { url } = await startTestServer({ platform, authenticate })
  const documents = {
    /** The centre of the next requests. */
    centerId,
    /** The caller of the next requests. */
    actor: actorOf(['center'], centerId),
    headers: { authorization: 'Bearer caller' },
    url,

    send(path = '', init: RequestInit = {}): Promise<Response> {
      return fetch(`${url}/api/v1/centers/${documents.centerId}/documents${path}`, {
        ...init,
        headers: documents.headers,
      })
    },

    /** Several files are the pages of one document. */
    async upload(file: Upload | readonly Upload[], fields: Record<string, string> = {}): Promise<Response> {
      const body = new FormData()
      for (const [name, value] of Object.entries({ type: 'license', expiryDate: '', ...fields })) body.set(name, value)
      for (const page of [file].flat()) body.append('file', fileOf(page), page.name)
      return documents.send('', { method: 'POST', body })
    },

    async uploaded(fields: Record<string, string> = {}): Promise<ComplianceCheck> {
      const response = await documents.upload({ content: pdf(), name: 'Habilitación.pdf' }, fields)
      expect(response.status).toBe(201)
      return (await response.json()) as ComplianceCheck
    },

    async list(): Promise<ComplianceCheck[]> {
      const response = await documents.send()
      expect(response.status).toBe(200)
      return ((await response.json()) as { items: ComplianceCheck[] }).items
    },

    async approve(id: string, expiryDate: string | null): Promise<void> {
      await platform.db
        .updateTable('compliance_checks')
        .set({ status: 'approved', checked_at: platform.clock.now(), expiry_date: expiryDate })
        .where('id', '=', id)
        .execute()
    },
  }
  return documents
}

export type Documents = Awaited<ReturnType<typeof buildDocuments>>
