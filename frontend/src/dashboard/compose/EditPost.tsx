import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { isApiError } from '../../api';
import { Failure } from '../layout/Failure';
import { LinesSkeleton } from '../layout/LinesSkeleton';
import { Screen } from '../layout/Screen';
import { fetchPost } from '../posts/calls';
import { SubscriptionRequired } from '../subscription/SubscriptionRequired';
import { useNeedsPlan } from '../subscription/useNeedsPlan';
import { EditForm } from './EditForm';
import { TEXTS } from './texts';

/** A post that exists already, in the fields of the composer. */
export default function EditPost({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ['edited-post', id],
    queryFn: () => fetchPost('posts', id),
    // The form begins with what the server has.
    gcTime: 0,
  });
  const { data, error, refetch } = query;
  const needsPlan = useNeedsPlan(query);
  const isGone = isApiError(error) && error.status === 404;
  if (data && !needsPlan) return <EditForm key={id} post={data} isGone={isGone} />;
  return (
    <Screen title={TEXTS.editTitle}>
      {needsPlan ? (
        <SubscriptionRequired />
      ) : !error ? (
        <LinesSkeleton />
      ) : (
        <Failure text={isGone ? TEXTS.noSuchPost : TEXTS.postFailed} retry={isGone ? undefined : refetch}>
          {isGone && (
            <Button variant="outlined" color="inherit" component={Link} to="/dashboard/calendar">
              {TEXTS.toCalendar}
            </Button>
          )}
        </Failure>
      )}
    </Screen>
  );
}
