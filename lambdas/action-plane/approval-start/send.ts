import type { Notifications } from '../../../adapters/aws/notifications.ts';
import { Failure } from '../../../contract/failures.ts';
import type { Notification } from '../../../contract/rows/notification.ts';

export interface SendNotifications {
  readonly notifications: Notifications;
  /** Logs a notification that failed, each time. */
  readonly failed: (error: unknown, id: string) => void;
  /** Counts a notification that was set aside. An alarm watches the count. */
  readonly setAside: () => void;
}

/**
 * Publishes at most `mostAtOnce` notifications. A notification that can never be published is logged and counted, and
 * is gone.
 * @returns the notifications that failed and that another attempt may publish
 */
export async function send(
  { notifications, failed, setAside }: SendNotifications,
  some: readonly Notification[],
): Promise<readonly Notification[]> {
  const again = new Set<string>();
  try {
    for (const { id, code, isLasting } of await notifications.publish(some)) {
      failed(refusal(code), id);
      if (isLasting) setAside();
      else again.add(id);
    }
  } catch (error) {
    failed(error, some[0]?.id ?? '');
    return some;
  }
  return some.filter(({ id }) => again.has(id));
}

/** The log has the names of an error and of its cause, so the code of the service is the name of the cause. */
const refusal = (code: string): Failure =>
  new Failure('internal', 'the notification was refused', { cause: Object.assign(new Error(code), { name: code }) });
