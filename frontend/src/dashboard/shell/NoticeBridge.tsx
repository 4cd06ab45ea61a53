import { useEffect } from 'react';
import { useNotificationContext } from 'react-admin';
import { toast } from '../../toasts';

/** Forwards react-admin's notifications to the toasts. */
export function NoticeBridge() {
  const { notifications, takeNotification } = useNotificationContext();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (!notice || typeof notice.message !== 'string') return;
    if (notice.type === 'error') toast.error(notice.message);
    else toast.success(notice.message);
  }, [notifications, takeNotification]);
  return null;
}
