import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../app/query-client.ts';
import { createNotifications } from '../shared/notification/notifications.ts';
import { NotificationProvider } from '../shared/notification.tsx';
import type { Session } from '../shared/session/session.ts';
import { SessionProvider } from '../shared/session.tsx';

/**
 * What stands around every screen: `render(<Screen />, { wrapper })` or `renderHook(useIt, { wrapper })`.
 * @param path address of the page
 */
export function providers(session: Session, { path = '/' }: { readonly path?: string } = {}) {
  const queries = createQueryClient();
  const notifications = createNotifications(() => localStorage);
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <SessionProvider session={session}>
        <NotificationProvider notifications={notifications}>
          <QueryClientProvider client={queries}>
            <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
          </QueryClientProvider>
        </NotificationProvider>
      </SessionProvider>
    );
  }
  return { wrapper, queries, notifications };
}
