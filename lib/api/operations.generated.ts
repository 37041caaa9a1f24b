// Written by `npm run operations` from the contracts (lib/api/contracts.ts). Do not edit.
import type { ContractNamed } from './contracts'
import type { Operation } from './operation'

export const getReadiness: Operation<ContractNamed<'getReadiness'>> = {"method":"GET","path":"/api/health/ready"}
export const getHealth: Operation<ContractNamed<'getHealth'>> = {"method":"GET","path":"/api/v1/health"}
export const listProjects: Operation<ContractNamed<'listProjects'>> = {"method":"GET","path":"/api/v1/projects"}
export const createProject: Operation<ContractNamed<'createProject'>> = {"method":"POST","path":"/api/v1/projects","body":"required"}
export const getProject: Operation<ContractNamed<'getProject'>> = {"method":"GET","path":"/api/v1/projects/:id"}
export const updateProject: Operation<ContractNamed<'updateProject'>> = {"method":"PATCH","path":"/api/v1/projects/:id","body":"required"}
export const deleteProject: Operation<ContractNamed<'deleteProject'>> = {"method":"DELETE","path":"/api/v1/projects/:id"}
export const listConnections: Operation<ContractNamed<'listConnections'>> = {"method":"GET","path":"/api/v1/social-connections"}
export const createConnection: Operation<ContractNamed<'createConnection'>> = {"method":"POST","path":"/api/v1/social-connections","body":"required"}
export const deleteConnection: Operation<ContractNamed<'deleteConnection'>> = {"method":"DELETE","path":"/api/v1/social-connections/:id"}
export const startConsent: Operation<ContractNamed<'startConsent'>> = {"method":"POST","path":"/api/v1/social-connections/consents","body":"required"}
export const getConsent: Operation<ContractNamed<'getConsent'>> = {"method":"GET","path":"/api/v1/social-connections/consents/:id"}
export const chooseAccount: Operation<ContractNamed<'chooseAccount'>> = {"method":"POST","path":"/api/v1/social-connections/consents/:id/choose","body":"required"}
export const listPinterestBoards: Operation<ContractNamed<'listPinterestBoards'>> = {"method":"GET","path":"/api/social-connections/pinterest/boards"}
export const createPinterestBoard: Operation<ContractNamed<'createPinterestBoard'>> = {"method":"POST","path":"/api/social-connections/pinterest/boards","body":"required"}
export const setDefaultPinterestBoard: Operation<ContractNamed<'setDefaultPinterestBoard'>> = {"method":"PATCH","path":"/api/social-connections/pinterest/boards","body":"required"}
export const listPinterestSections: Operation<ContractNamed<'listPinterestSections'>> = {"method":"GET","path":"/api/social-connections/pinterest/boards/:id/sections"}
export const listStories: Operation<ContractNamed<'listStories'>> = {"method":"GET","path":"/api/v1/stories"}
export const createStory: Operation<ContractNamed<'createStory'>> = {"method":"POST","path":"/api/v1/stories","body":"required"}
export const getStory: Operation<ContractNamed<'getStory'>> = {"method":"GET","path":"/api/v1/stories/:id"}
export const editStory: Operation<ContractNamed<'editStory'>> = {"method":"PATCH","path":"/api/v1/stories/:id","body":"required"}
export const deleteStory: Operation<ContractNamed<'deleteStory'>> = {"method":"DELETE","path":"/api/v1/stories/:id"}
export const archiveStory: Operation<ContractNamed<'archiveStory'>> = {"method":"POST","path":"/api/v1/stories/:id/archive"}
export const cancelStory: Operation<ContractNamed<'cancelStory'>> = {"method":"POST","path":"/api/v1/stories/:id/cancel"}
export const previewStory: Operation<ContractNamed<'previewStory'>> = {"method":"GET","path":"/api/v1/stories/:id/preview"}
export const publishStory: Operation<ContractNamed<'publishStory'>> = {"method":"POST","path":"/api/v1/stories/:id/publish","body":"optional"}
export const resyncStory: Operation<ContractNamed<'resyncStory'>> = {"method":"POST","path":"/api/v1/stories/:id/resync"}
export const retryStory: Operation<ContractNamed<'retryStory'>> = {"method":"POST","path":"/api/v1/stories/:id/retry"}
export const scheduleStory: Operation<ContractNamed<'scheduleStory'>> = {"method":"POST","path":"/api/v1/stories/:id/schedule","body":"required"}
export const storyTimeline: Operation<ContractNamed<'storyTimeline'>> = {"method":"GET","path":"/api/v1/stories/:id/timeline"}
export const bulkCreateStories: Operation<ContractNamed<'bulkCreateStories'>> = {"method":"POST","path":"/api/v1/stories/bulk","body":"required"}
export const previewUnsaved: Operation<ContractNamed<'previewUnsaved'>> = {"method":"POST","path":"/api/v1/stories/preview","body":"required"}
export const listDivergent: Operation<ContractNamed<'listDivergent'>> = {"method":"GET","path":"/api/v1/stories/reconcile"}
export const reconcileStories: Operation<ContractNamed<'reconcileStories'>> = {"method":"POST","path":"/api/v1/stories/reconcile","body":"optional"}
export const listQueue: Operation<ContractNamed<'listQueue'>> = {"method":"GET","path":"/api/v1/queue"}
export const approveQueueItem: Operation<ContractNamed<'approveQueueItem'>> = {"method":"POST","path":"/api/v1/queue/:id/approve"}
export const rejectQueueItem: Operation<ContractNamed<'rejectQueueItem'>> = {"method":"POST","path":"/api/v1/queue/:id/reject","body":"required"}
export const bulkReschedule: Operation<ContractNamed<'bulkReschedule'>> = {"method":"POST","path":"/api/v1/queue/bulk-reschedule","body":"required"}
export const resolveTracking: Operation<ContractNamed<'resolveTracking'>> = {"method":"POST","path":"/api/projects/:id/utm-resolve","body":"required"}
export const listTokens: Operation<ContractNamed<'listTokens'>> = {"method":"GET","path":"/api/v1/tokens"}
export const createToken: Operation<ContractNamed<'createToken'>> = {"method":"POST","path":"/api/v1/tokens","body":"required"}
export const revokeToken: Operation<ContractNamed<'revokeToken'>> = {"method":"DELETE","path":"/api/v1/tokens/:id"}
export const createAccount: Operation<ContractNamed<'createAccount'>> = {"method":"POST","path":"/api/v1/sign-up","body":"required"}
export const getOpenApi: Operation<ContractNamed<'getOpenApi'>> = {"method":"GET","path":"/api/v1/openapi.json"}
