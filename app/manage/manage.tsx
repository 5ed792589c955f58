import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { createPath, shopSettingsPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { deleteDraft, type DraftSummary } from '../editor/draft-store.ts'
import type { PageHandle } from '../root.tsx'
import type { Session } from '../session/session.ts'
import { describeSigningIn, useSession } from '../session/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage, SignInLink } from '../ui/narrow-page.tsx'
import { UnlistedHead } from '../ui/unlisted-head.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/manage'
import { BackupLine, BackupNotice } from './backup.tsx'
import { Categories } from './categories/categories.tsx'
import { FirstSteps } from './first-steps.tsx'
import { CopyEditor, ItemEditor } from './item-editors.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { ItemList } from './list/item-list.tsx'
import type { ItemActions } from './list/row-props.ts'
import { ManageController, type ManageAlert } from './manage-controller.ts'
import type { ManagedItemJson } from './managed-item.ts'
import { Notice } from './notice.tsx'
import { OwnerNotices, useOwnerNotices } from './owner-notices.tsx'
import { UnsavedPieces } from './unsaved-pieces.tsx'
import { draftTarget, editDraftKey, useDrafts } from './use-drafts.ts'
import { useOpenForm, type OpenForm } from './use-open-form.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

/** For owners only. */
export default function ManagePage({ matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { create, manage } = messages
  const { shop } = matches[0].loaderData
  const { session, uid, problem } = useSession(shop.identity)
  const [controller] = useState(() => new ManageController(messages))
  const { isOwner, alert, announcement } = useObservable(controller)
  const { items, list } = useObservable(controller.lists)
  // The session is the same object for another user, so the effect depends on `uid`.
  useEffect(() => {
    if (session) controller.load(session)
  }, [controller, session, uid])
  const [isStored, setIsStored] = useState(true)
  const { form, path, open, close, leave, mayLeave } = useOpenForm(isStored)
  const isFormOpen = form !== undefined
  const { notices, dismiss } = useOwnerNotices({ session, uid, isOwner, isFormOpen }, controller.showError)
  const isUnkept = isFormOpen && !isStored
  const ownersOnly = isUnkept ? `${manage.ownersOnly} ${create.textNotKept}` : manage.ownersOnly
  const target = form && items.get(form.id)
  const isFormLoading = isFormOpen && !items.has(form.id)
  const isMissing = isFormOpen && !isFormLoading && !target
  const closeMissing = useEffectEvent(() => {
    controller.report(manage.missing)
    close()
  })
  useEffect(() => {
    if (isMissing) closeMissing()
  }, [isMissing])
  // Read while the list is loaded, so that they are usually there with it: they stand above it.
  const drafts = useDrafts(target !== undefined || isFormLoading)
  const isListHidden = isFormLoading || (!isFormOpen && notices === undefined)
  const isLoading = isOwner === undefined || (isOwner && isListHidden)
  const status = session ? isLoading && manage.loading : describeSigningIn(messages, problem)
  return (
    <NarrowPage
      title={manage.title}
      status={isOwner === false ? ownersOnly : status}
      needsScript={manage.needsScript}
      onBack={target && leave}
    >
      <UnlistedHead title={manage.title} />
      {isUnkept && <LeaveQuestion mayLeave={mayLeave} />}
      {(isOwner === false || problem) && <SignInLink next={path} isKept={!isUnkept} label={manage.signIn} />}
      {list && (isOwner !== false || form) && (
        // An open form stays in the page with its input, for an owner who signs in in another tab.
        <div hidden={isOwner === false}>
          {!form && notices && <OwnerNotices notices={notices} onDismiss={dismiss} />}
          <Pieces
            {...{ controller, session, shop, drafts, form, target, isListHidden, open, close }}
            onStored={setIsStored}
          />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {alert && <ManageMessage alert={alert} onDismiss={() => controller.update({ alert: undefined })} />}
    </NarrowPage>
  )
}

/** What was done, with a button that takes it back, or what went wrong. */
function ManageMessage({ alert, onDismiss }: { readonly alert: ManageAlert; readonly onDismiss: () => void }) {
  const { manage } = useMessages()
  const { id, undo, ...rest } = alert
  return (
    <Alert key={id} {...rest} onDismiss={onDismiss}>
      {undo && (
        <button className="alert-action" type="button" onClick={undo}>
          {manage.undo}
        </button>
      )}
    </Alert>
  )
}

interface PiecesProps {
  readonly controller: ManageController
  readonly session: Session | undefined
  readonly shop: PublicShop
  readonly drafts: readonly DraftSummary[]
  /** The form that the page's URL names. */
  readonly form: OpenForm | undefined
  /** The item in the open form. */
  readonly target: ManagedItemJson | undefined
  /** The item, or what stands above the list, is not loaded yet. */
  readonly isListHidden: boolean
  readonly open: (form: OpenForm) => void
  readonly close: () => void
  /** Called with whether the browser stores what is typed in the open form. */
  readonly onStored: (isStored: boolean) => void
}

/** The list, or the open form. The list stays in the page with what was searched. */
function Pieces({ controller, session, shop, drafts, form, target, isListHidden, open, close, onStored }: PiecesProps) {
  const { manage } = useMessages()
  const { backup, busyIds, described = [] } = useObservable(controller)
  const { items, counts, revision } = useObservable(controller.lists)
  useNeededItems(controller, drafts, form)
  const unsavedIds = useMemo(() => editedIds(drafts), [drafts])
  /** The item whose link preview is open: the last saved or chosen one. */
  const [linkPreviewId, setLinkPreviewId] = useState<string>()
  const discard = (key: string, title: string) => {
    if (!confirm(manage.discardQuestion)) return
    void deleteDraft(key).then(() => controller.report(fill(manage.discarded, { title })))
  }
  const onSaved = (saved: ManagedItemJson) => {
    close()
    setLinkPreviewId(saved.id)
    controller.report(manage.saved)
  }
  const actions: ItemActions = {
    report: controller.report,
    setRemoved: controller.setRemoved,
    setState: controller.setState,
    edit: ({ id }) => open({ id, isCopy: false }),
    duplicate: ({ id }) => open({ id, isCopy: true }),
    showLink: ({ id }, isShown) => setLinkPreviewId(isShown ? id : undefined),
    discard: ({ id, title }) => discard(editDraftKey(id), title),
  }
  const formProps = target && { item: target, session, close, onStored }
  return (
    <>
      {formProps && form?.isCopy && <CopyEditor key={target.id} {...formProps} identity={shop.identity} />}
      {formProps && !form?.isCopy && (
        <ItemEditor key={target.id} {...formProps} {...{ controller, onSaved }} isBusy={busyIds.has(target.id)} />
      )}
      <div className="manage" hidden={target !== undefined || isListHidden}>
        <Warnings controller={controller} />
        <FirstSteps {...{ described, backup }} hasPieces={(counts?.all ?? 0) > 0} />
        <PageLinks />
        {backup && <BackupLine report={backup} />}
        {session && <Categories {...{ session, revision }} report={controller.report} />}
        <UnsavedPieces {...{ drafts, items }} onContinueCopy={actions.duplicate} onDiscard={discard} />
        <ItemList
          tokenSource={session}
          origin={shop.origin}
          {...{ controller, unsavedIds, actions, linkPreviewId, busyIds }}
        />
      </div>
    </>
  )
}

/** What an owner should do something about: in the settings, and about backups. */
function Warnings({ controller }: Pick<PiecesProps, 'controller'>) {
  const { manage, shopSettings } = useMessages()
  const { backup, dismissedProblem, warnings = [] } = useObservable(controller)
  return (
    <>
      {warnings.map((warning) => (
        <Notice key={warning}>
          <p>
            {manage.warnings[warning]} <a href={shopSettingsPath}>{shopSettings.title}</a>
          </p>
        </Notice>
      ))}
      {backup && backup.problem !== dismissedProblem && (
        <BackupNotice report={backup} onDismiss={() => controller.update({ dismissedProblem: backup.problem })} />
      )}
    </>
  )
}

/** Where owners go from here. */
function PageLinks() {
  const { manage, shopSettings } = useMessages()
  return (
    <p className="actions">
      <a className="button" href={createPath}>
        {manage.add}
      </a>
      <a className="button button-quiet" href={shopSettingsPath}>
        {shopSettings.title}
      </a>
    </p>
  )
}

/** Loads the items of the open form and of drafts, which may not be among the loaded ones. */
function useNeededItems(
  controller: ManageController,
  drafts: readonly DraftSummary[],
  form: OpenForm | undefined,
): void {
  const { lists } = controller
  const id = form?.id
  useEffect(() => {
    const targets = drafts.flatMap(({ key }) => draftTarget(key)?.id ?? [])
    lists.need([...new Set([...targets, ...(id === undefined ? [] : [id])])])
  }, [lists, drafts, id])
}

/** Items with unsaved changes. */
function editedIds(drafts: readonly DraftSummary[]): ReadonlySet<string> {
  const targets = drafts.map(({ key }) => draftTarget(key))
  return new Set(targets.flatMap((target) => (target && !target.isCopy ? [target.id] : [])))
}
