import MenuIcon from '@mui/icons-material/Menu';
import CollapseIcon from '@mui/icons-material/MenuOpen';
import LogoutIcon from '@mui/icons-material/Logout';
import logo from '../../../favicon.svg';
import { HomeSkeleton } from '../../home/HomeSkeleton';
import { ADMIN_ENTRIES, ENTRIES, isAdmin, type Entry } from '../navigation';
import { ScreenSkeleton } from '../../layout/ScreenSkeleton';

/**
 * The frame of the dashboard as Shell and Sidebar draw it, and bones where the screen will be. It is drawn at build and
 * stands until the app draws something itself; headScript.ts says in `data-opening` for whom, opening.css what they see.
 */
export const Opening = () => (
  <div id="opening">
    <p role="status" className="opening-word">
      Opening your dashboard…
    </p>
    <div inert className="opening-frame">
      <aside>
        <div className="opening-head">
          <Brand />
          <CollapseIcon />
        </div>
        <nav>
          <Entries entries={ENTRIES} />
          <div data-for="admins">
            <hr />
            <p>Administration</p>
            <Entries entries={ADMIN_ENTRIES} />
          </div>
        </nav>
        <div className="opening-account">
          <div className="opening-initials" />
          <div className="opening-person">
            <div className="bone" style={{ width: '60%' }} />
            <div className="bone" style={{ width: '90%' }} />
          </div>
          <LogoutIcon />
        </div>
      </aside>
      <header>
        <MenuIcon />
        <Brand />
      </header>
      <main>
        <div>
          <div className="opening-home">
            <HomeSkeleton />
          </div>
          <div className="opening-screen">
            <ScreenSkeleton />
          </div>
        </div>
      </main>
    </div>
    <style>{[...ENTRIES, ...ADMIN_ENTRIES].map(whereOneIs).join('')}</style>
  </div>
);

const Brand = () => (
  <span className="brand">
    <img src={logo} alt="" width="28" height="28" />
    <span>Pagecast</span>
  </span>
);

const Entries = ({ entries }: { entries: Entry[] }) => (
  <ul>
    {entries.map(({ to, label, icon: Icon, visibleTo }) => (
      <li key={to} data-to={to} data-for={visibleTo && (visibleTo === isAdmin ? 'admins' : 'sharers')}>
        <Icon />
        <span>{label}</span>
      </li>
    ))}
  </ul>
);

const whereOneIs = ({ to }: Entry) =>
  `:root[data-path='${to}'] [data-to='${to}']{background:var(--brand-tint);color:var(--brand)}`;
