import { describe, expect, test } from 'vitest'
import { dashboardSections } from '#contract/memberships.ts'
import { roles } from '#contract/roles.ts'
import {
  agendaScope,
  checksDocuments,
  dashboardAbilities,
  type Member,
  managesCenter,
  mayChangeAgendaOf,
  mayRemoveMember,
  maySetHours,
} from './centers.policy.ts'

const member = (role: Member['role'], professionalId: string | null = null): Member => {
  return { userId: 'user', centerId: 'center', role, professionalId }
}
const owner = member('owner')
const reception = member('reception')
const professional = member('professional', 'ana')

test('only the owner manages the centre', () => {
  expect([owner, reception, professional].map(managesCenter)).toEqual([true, false, false])
})

test('the owner may remove every other member, but not themselves', () => {
  expect([reception, professional].map((other) => mayRemoveMember(owner, other))).toEqual([true, true])
  expect(mayRemoveMember(owner, owner)).toBe(false)
  expect(mayRemoveMember(reception, professional)).toBe(false)
})

describe('the dashboard', () => {
  test('offers the owner every section', () => {
    expect(dashboardAbilities(owner)).toEqual({
      sections: dashboardSections,
      can: { manage: true, seeWholeCenter: true },
    })
  })

  test('offers the other members no team, profile, revenue or documents, and the till only to the receptionist', () => {
    const sections = ['overview', 'agenda', 'availability', 'contacts', 'reviews', 'calendarFeeds']
    const ofDesk = sections.toSpliced(4, 0, 'messages', 'till')
    expect(dashboardAbilities(reception)).toEqual({ sections: ofDesk, can: { manage: false, seeWholeCenter: true } })
    expect(dashboardAbilities(professional)).toEqual({ sections, can: { manage: false, seeWholeCenter: false } })
  })
})

describe('the agenda', () => {
  test('of the owner and the receptionist is the whole centre’s', () => {
    for (const each of [owner, reception]) expect(agendaScope(each)).toEqual({ professionalId: undefined })
  })

  test('of a professional is only their own', () => {
    expect(agendaScope(professional)).toEqual({ professionalId: 'ana' })
  })

  test('of any professional may be changed by the owner and the receptionist, also when the owner is a professional', () => {
    for (const each of [owner, member('owner', 'ana'), reception]) {
      expect(mayChangeAgendaOf(each, { professionalId: 'bruno' })).toBe(true)
    }
  })

  test('of a colleague may not be changed by a professional, who may change their own', () => {
    expect(mayChangeAgendaOf(professional, { professionalId: 'ana' })).toBe(true)
    expect(mayChangeAgendaOf(professional, { professionalId: 'bruno' })).toBe(false)
  })

  test('may not be changed by a member with the role professional whose membership names no professional', () => {
    expect(mayChangeAgendaOf(member('professional'), { professionalId: 'ana' })).toBe(false)
  })
})

const ana = { professionalId: 'ana' }
describe('weekly hours', () => {
  test('may be set by the owner for every professional', () => {
    expect(maySetHours(member('owner'), ana)).toBe(true)
    expect(maySetHours(member('owner', 'bruno'), ana)).toBe(true)
  })

  test('may be set by professionals only for themselves', () => {
    expect(maySetHours(member('professional', 'ana'), ana)).toBe(true)
    expect(maySetHours(member('professional', 'bruno'), ana)).toBe(false)
  })

  test('may not be set by a receptionist', () => {
    expect(maySetHours(member('reception'), ana)).toBe(false)
  })
})

test('only staff check documents', () => {
  expect(roles.filter((role) => checksDocuments({ roles: [role] }))).toEqual(['moderator', 'admin'])
  expect(checksDocuments({ roles: [] })).toBe(false)
})
