"""The Shell tool: one command block in a fresh shell, until it ends or its time is up."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from assent import resources
from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.spool import Spool
from assent.execution.tasks import RECENT_BYTES, Tasks, TooManyTasks
from assent.host.held_folder import HeldFolder
from assent.host.shell import Shell
from assent.host.terminal import Terminal
from assent.host.trees.keeping import Ended
from assent.host.trees.kept import Taken
from assent.host.trees.process import Starts
from assent.journal.approved_scripts import ApprovedScripts
from assent.model.call import Call, Proposal
from assent.model.confinement import OFF
from assent.model.inspection import Inspection
from assent.model.lifecycle import Exited, Failed, Running, TimedOut
from assent.model.limits import Limits
from assent.model.result import ShellBlock, ToolReturnValue, error
from assent.model.seal import differences
from assent.model.settings import ShellSettings
from assent.tools.background import Background, not_started
from assent.tools.confinements import Confinements
from assent.tools.environments import Environment, Environments
from assent.tools.inspector import Inspector, Subject
from assent.tools.shell_parameters import ShellParameters, folder_of, problem_of
from assent.tools.shell_result import Report
from assent.tools.tool import Prepared, Run, Tool


class ShellTool(Tool[ShellParameters]):
    """Runs command blocks in the shell of this machine."""

    name: ClassVar[str] = "Shell"
    parameters = ShellParameters

    def __init__(
        self,
        shell: Shell,
        environment: Mapping[str, str],
        trees: Starts,
        *,
        settings: Callable[[], ShellSettings] = ShellSettings,
        open_spool: Callable[[str, int], Spool] | None = None,
        go_on_with_spool: Callable[[str, int], Spool] | None = None,
        tasks: Tasks | None = None,
        confinements: Confinements | None = None,
        inspector: Inspector | None = None,
        scripts: ApprovedScripts | None = None,
    ) -> None:
        """Run blocks in `shell` as `trees`, with what the settings of the moment let pass of `environment`.

        `open_spool` starts the file for a call's output that is more than the result holds, with so many
        bytes at most, `go_on_with_spool` goes on with one that is there. Commands that go on in the
        background are entered in `tasks`. What a person approved of scripts is kept in `scripts`.
        """
        self._shell, self._trees = shell, trees
        self._settings, self._open_spool = settings, open_spool
        self._environments = Environments(environment, shell, settings)
        self._inspector, self._scripts = inspector or Inspector(shell), scripts
        self._go_on_with_spool = go_on_with_spool
        self._tasks = tasks or Tasks(lambda: settings().background.most_running)
        self._confinements = confinements or Confinements()

    @property
    def description(self) -> str:
        """The text of resources/tools for the shell in use."""
        text = resources.text(f"tools/{'powershell' if self._shell.language == 'powershell' else 'bash'}.md")
        return text.replace("${SHELL}", f"{self._shell.language} (`{self._shell.path}`)")

    def prepare(self, parameters: ShellParameters, call: Call) -> Prepared[ShellParameters] | ToolReturnValue:
        """Refuse a blank command, what no argument can hold, and a folder that is none."""
        command, folder = parameters.command, folder_of(call.session.cwd, parameters.cwd)
        if problem := problem_of(command):
            return problem
        if isinstance(folder, ToolReturnValue):
            return folder
        if parameters.run_in_background and call.wants == "execution":
            try:
                self._tasks.check_room(call)
            except TooManyTasks as problem:
                return not_started(str(problem))
        confinement = self._confinements.chosen(command, parameters.confinement, folder, call.wants)
        if isinstance(confinement, ToolReturnValue):
            return confinement
        proposal = Proposal(
            title="Run background command" if parameters.run_in_background else "Run command",
            command=command,
            cwd=folder,
            description=parameters.description,
            timeout_s=parameters.timeout,
            idle_timeout_s=self._settings().idle_timeout_s,
            confinement=confinement,
            terminal=parameters.interactive,
            background=parameters.run_in_background,
            display=(ShellBlock(language=self._shell.language, command=command),),
        )
        try:
            return Prepared(parameters, proposal, HeldFolder(folder))
        except OSError as problem:
            return error(
                f"`{folder}` cannot be used as a folder: {problem.strerror}.", brief="Invalid folder"
            )

    def edited(self, prepared: Prepared[ShellParameters], proposal: Proposal) -> Prepared[ShellParameters]:
        """Return the same with another proposal, and its folder held if it is another one."""
        if proposal.cwd == prepared.proposal.cwd:
            return super().edited(prepared, proposal)
        held = HeldFolder(proposal.cwd)
        prepared.close()
        return Prepared(prepared.parameters, proposal, held)

    async def inspected(self, prepared: Prepared[ShellParameters], call: Call) -> Inspection:
        """Look at what the block comes to on this machine now, and seal it; may take long, once."""
        return await self._inspector.inspect(self._subject(prepared, call))

    def approved(self, inspection: Inspection) -> None:
        """Keep what scripts were, to show next time what has changed."""
        if self._scripts is not None and inspection.scripts:
            self._scripts.approve(inspection.scripts)

    async def run(
        self, prepared: Prepared[ShellParameters], run: Run
    ) -> tuple[runner.Ending, ToolReturnValue]:
        """Run the block as it was approved."""
        proposal, settings, control = prepared.proposal, self._settings(), run.control
        background = Background(self._tasks, run.call, proposal, control)
        if why_not := background.reserve():
            return Failed(error=why_not), not_started(why_not)
        terminal, note = _terminal(proposal, control.size)
        environment = self._environment(run.call, proposal, has_terminal=terminal is not None)
        keeps = settings.leftovers == "keep"
        command = self._command(
            prepared, environment.of_call(run.call.id), settings.limits, terminal, keeps_leftovers=keeps
        )
        capture = control.capture = self._capture(run.call.id, settings.limits.output_mib << 20)
        # What hides places from a confined command stays only as long as this console.
        control.keeps = proposal.confinement == OFF
        report = Report(
            capture,
            control,
            note,
            environment.removed,
            keeps_leftovers=keeps,
            left_out=environment.search.left_out,
        )

        def begin(pid: int) -> None:
            run.on_start(Running(pid=pid, terminal=terminal is not None, note=note))
            background.begin()

        def leave(finished: runner.Finished) -> bool:
            if keeps:
                background.leave(report.value(finished))
            return keeps

        async def start(confined: runner.Command) -> runner.Finished:
            if confined is not command and (changed := await self._changed(prepared, run)):
                if confined.terminal is not None:
                    confined.terminal.close()
                return runner.Finished(Failed(error=changed))
            return await runner.run(
                confined,
                trees=self._trees,
                control=control,
                capture=capture,
                on_start=begin,
                on_output=run.on_output,
                on_leftovers=leave,
            )

        try:
            finished = await self._confinements.run(proposal.confinement, command, start)
        finally:
            capture.close()
        return finished.ending, background.finish(finished.ending, report.value(finished))

    async def _changed(self, prepared: Prepared[ShellParameters], run: Run) -> str:
        """Say what changed while a confinement was made ready, which may take long; nothing if all is so."""
        now = None if run.seal is None else (await self.inspected(prepared, run.call)).seal
        if run.seal is None or now is None:
            return ""
        changed = ", ".join(each.what for each in differences(run.seal, now))
        return (
            f"While its confinement was made ready, this changed: {changed}. It did not run."
            if changed
            else ""
        )

    async def go_on(
        self, proposal: Proposal, run: Run, found: Taken | Ended
    ) -> tuple[runner.Ending, ToolReturnValue]:
        """Run a block to its end that went on without a console, or tell of its end."""
        assert self._go_on_with_spool is not None, "commands are kept by consoles that keep their output"
        settings, control = self._settings(), run.control
        keeps = settings.leftovers == "keep"
        spool = self._go_on_with_spool(run.call.id, settings.limits.output_mib << 20)
        capture = control.capture = Capture.going_on(spool, found.came_bytes)
        ran_s = found.clock.ran_s if isinstance(found, Taken) else found.ran_s
        report = Report(capture, control, "", (), keeps_leftovers=keeps, ran_s=ran_s)
        background = Background(self._tasks, run.call, proposal, control)
        background.go_on()
        run.on_output("stdout", capture.last(RECENT_BYTES))  # whoever looks at it now saw nothing of it
        try:
            if isinstance(found, Ended):
                finished = runner.Finished(_ending_of(found), found.usage)
            else:
                control.keeps = True
                finished = await self._stand_over(found, run, capture, settings.limits, keeps=keeps)
        finally:
            capture.close()
        return finished.ending, background.finish(finished.ending, report.value(finished))

    async def _stand_over(
        self, found: Taken, run: Run, capture: Capture, limits: Limits, *, keeps: bool
    ) -> runner.Finished:
        command = runner.Command(
            words=(),
            cwd="",
            environment={},
            timeout_s=found.clock.total_s,
            idle_timeout_s=found.clock.idle_s,
            limits=limits,
            terminal=found.tree.terminal,
            keeps_leftovers=keeps,
            clock=found.clock,
        )
        return await runner.run(
            command,
            trees=found,
            control=run.control,
            capture=capture,
            on_start=lambda _pid: None,
            on_output=run.on_output,
            on_leftovers=lambda _finished: keeps,
        )

    def _subject(self, prepared: Prepared[ShellParameters], call: Call) -> Subject:
        proposal, folder = prepared.proposal, prepared.folder
        assert folder is not None, "prepare holds a folder"
        environment = self._environment(call, proposal, has_terminal=proposal.terminal)
        return Subject(
            call,
            proposal,
            folder.place,
            environment,
            self._confinements.sealed(proposal.confinement),
            self._confinements.is_container(proposal.confinement),
        )

    def _environment(self, call: Call, proposal: Proposal, *, has_terminal: bool) -> Environment:
        return self._environments.of(proposal.cwd, call.session.cwd, has_terminal=has_terminal)

    def _command(
        self,
        prepared: Prepared[ShellParameters],
        environment: Mapping[str, str],
        limits: Limits,
        terminal: Terminal | None,
        *,
        keeps_leftovers: bool,
    ) -> runner.Command:
        proposal = prepared.proposal
        assert proposal.command is not None, "prepare proposes a command"
        return runner.Command(
            words=self._shell.words(proposal.command),
            cwd=proposal.cwd,
            folder=prepared.folder,
            environment=environment,
            timeout_s=proposal.timeout_s,
            idle_timeout_s=proposal.idle_timeout_s,
            limits=limits,
            terminal=terminal,
            keeps_leftovers=keeps_leftovers,
        )

    def _capture(self, call_id: str, most_bytes: int) -> Capture:
        open_spool = self._open_spool
        return Capture(None if open_spool is None else lambda: open_spool(call_id, most_bytes))


def _ending_of(found: Ended) -> runner.Ending:
    if found.over:
        return TimedOut(after_s=found.after_s, idle=found.over == "idle")
    return Exited(code=found.code)


def _terminal(proposal: Proposal, size: tuple[int, int]) -> tuple[Terminal | None, str]:
    """Return the terminal that is wanted, or none and why."""
    if not proposal.terminal:
        return None, ""
    try:
        return Terminal(*size), ""
    except OSError as problem:
        return None, f"No terminal could be had ({problem}): the command ran with pipes instead."
